import { writeSync } from 'node:fs';
import { openTraceFile } from '../../dist/file.js';
import { eventsOfRun } from './events-of-run.mjs';

// Records to the file named by the first argument and says how many events it holds, each time that it holds more; whoever started it kills it.
// The second argument: whether an old file is overwritten, and whether what comes next is drafted.
const [file, force, drafts] = process.argv.slice(2);
const writer = await openTraceFile(file, { force: force === 'force' });
const events = eventsOfRun();
for (const [at, event] of events.entries()) {
  if (drafts === 'drafts') writer.draft(events.slice(at, at + 3));
  writer.append(event);
  if (writer.failure !== null) throw writer.failure;
  writeSync(1, `${at + 1}\n`);
}
await writer.close();
writeSync(1, 'closed\n');
setInterval(() => {}, 1000);
