// Loaded by Node itself, before the program, in each process that is recorded: see `run-program.ts`. It must start fast: the build makes one file of it, and
// one of the recorder and all that it imports, and Node loads both without the loader of ES modules.
import { createRequire } from 'node:module';
import { isMainThread, parentPort } from 'node:worker_threads';
import { failedEnd } from './failed-end.ts';
import { folderVariable } from './order.ts';
import { readOrder } from './read-order.ts';
import { spoolFiles } from './spool-files.ts';
import { writeNote } from './write-note.ts';

// The thread in which Node asks hooks of modules loads it, too: one that no code of the program has started.
const isOfNode = !isMainThread && parentPort === null;
const folder = process.env.STEPFORK_HOOKS === 'off' || isOfNode ? undefined : process.env[folderVariable];
const order = folder === undefined ? null : readOrder(folder);
if (folder !== undefined && order?.mode === 'record') {
  try {
    // Only now: it puts hooks in place.
    const { recordProcess } = createRequire(import.meta.url)('./record-process.cjs') as typeof import('./record-process.ts');
    recordProcess(folder, order);
  } catch (error) {
    // The program runs in any case.
    writeNote(spoolFiles(folder).end, failedEnd(error));
  }
}
