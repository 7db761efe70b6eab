// Loaded by Node itself, before the program, in each process of a replay: see `run-program.ts`. The build makes one file of what replays, and of all that it
// imports, as it does of the recorder.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOfReplay, folderVariable } from '../exchange/order.ts';
import { readOrder } from '../exchange/read-order.ts';
import { spoolFiles } from '../exchange/spool-files.ts';
import { writeNote } from '../exchange/write-note.ts';
import { failedEnd } from './failed-end.ts';
import { loadCompiled } from './load-compiled.ts';

/** Put here by the build. */
declare const replayDigest: string;

const folder = process.env.STEPFORK_HOOKS === 'off' ? undefined : process.env[folderVariable];
if (folder !== undefined) {
  const order = readOrder(folder);
  // Started by a replay that is over.
  if (order === null && basename(folder).includes(`.${folderOfReplay}`)) process.exit(70);
  if (order?.mode === 'replay') {
    try {
      const replay = loadCompiled(fileURLToPath(new URL('./replay-process.cjs', import.meta.url)), replayDigest);
      process.once('exit', replay.keep);
      await (replay.exports as typeof import('./replay-process.ts')).replayProcess(folder, order);
    } catch (error) {
      writeNote(spoolFiles(folder).end, failedEnd(error));
      // It would run for real.
      process.exit(70);
    }
  }
}
