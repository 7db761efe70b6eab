// Loaded by Node itself, before the program, in each process that is recorded: see `run-program.ts`. It must start fast: the build makes one file of it, and
// one of the recorder and all that it imports, and both are loaded without the loader of ES modules.
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort } from 'node:worker_threads';
import { folderVariable } from '../exchange/order.ts';
import { readOrder } from '../exchange/read-order.ts';
import { spoolFiles } from '../exchange/spool-files.ts';
import { writeNote } from '../exchange/write-note.ts';
import { failedEnd } from './failed-end.ts';
import { loadCompiled } from './load-compiled.ts';

/** Put here by the build. */
declare const recorderDigest: string;

// The thread in which Node asks hooks of modules loads it, too: one that no code of the program has started.
const isOfNode = !isMainThread && parentPort === null;
const folder = process.env.STEPFORK_HOOKS === 'off' || isOfNode ? undefined : process.env[folderVariable];
const order = folder === undefined ? null : readOrder(folder);
if (folder !== undefined && order?.mode === 'record') {
  try {
    // Only now: it puts hooks in place.
    const recorder = loadCompiled(fileURLToPath(new URL('./record-process.cjs', import.meta.url)), recorderDigest);
    (recorder.exports as typeof import('./record-process.ts')).recordProcess(folder, order);
    if (isMainThread) process.once('exit', recorder.keep);
  } catch (error) {
    // The program runs in any case.
    writeNote(spoolFiles(folder).end, failedEnd(error));
  }
}
