// node noted-server.mjs <notes> <module> …: a server from npm, with a line in the notes for each of its starts.
import { appendFileSync } from 'node:fs';

const [notes, module] = process.argv.splice(2, 2);
appendFileSync(notes, 'started\n');
await import(module);
