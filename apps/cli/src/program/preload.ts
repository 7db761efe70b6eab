// Loaded by Node itself, before the program, in each process of a replay: see `run-program.ts`.
import { basename } from 'node:path';
import { failedEnd } from './failed-end.ts';
import { folderOfReplay, folderVariable } from './order.ts';
import { readOrder } from './read-order.ts';
import { spoolFiles } from './spool-files.ts';
import { writeNote } from './write-note.ts';

const folder = process.env.STEPFORK_HOOKS === 'off' ? undefined : process.env[folderVariable];
if (folder !== undefined) {
  const order = readOrder(folder);
  // Started by a replay that is over.
  if (order === null && basename(folder).includes(`.${folderOfReplay}`)) process.exit(70);
  if (order?.mode === 'replay') {
    try {
      await (await import('./replay-process.ts')).replayProcess(folder, order);
    } catch (error) {
      writeNote(spoolFiles(folder).end, failedEnd(error));
      // It would run for real.
      process.exit(70);
    }
  }
}
