// Records this process as a run and writes its calls down when it ends, as a list of JSON, where it is told to.
import { writeFileSync } from 'node:fs';
import '@stepfork/http/register';
import { patchModules, startProcessRun } from '@stepfork/interceptor';
import { mcpPatches } from '@stepfork/mcp';

patchModules(mcpPatches, [process.cwd()]);
const events = [];
const run = startProcessRun(null, { writer: { append: (event) => events.push(event) }, redaction: false });
process.on('exit', () => {
  run.end({ kind: 'returned', value: null });
  const isOfCall = ({ type }) => type.startsWith('call-');
  writeFileSync(process.env.CALLS ?? '', JSON.stringify(events.filter(isOfCall).map(({ atMs: _atMs, ...event }) => event)));
});
