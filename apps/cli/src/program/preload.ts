// Loaded by Node itself, before the program, in each of its processes: see `run-program.ts`. It must start fast, so it loads nothing that it does not need.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { folderOfReplay, folderVariable, type Order, orderFile } from './order.ts';
import type { ProcessEnd } from './process-notes.ts';
import { spoolFiles } from './spool-files.ts';
import { writeNote } from './write-note.ts';

const folder = process.env[folderVariable];
const isOff = process.env.STEPFORK_HOOKS === 'off';
const order = folder === undefined || isOff ? null : orderOf(folder);
// Started by a replay that is over.
if (folder !== undefined && order === null && !isOff && basename(folder).includes(`.${folderOfReplay}`)) process.exit(70);
if (folder !== undefined && order !== null) {
  try {
    if (order.mode === 'record') await (await import('./record-process.ts')).recordProcess(folder, order);
    else await (await import('./replay-process.ts')).replayProcess(folder, order);
  } catch (error) {
    // A program that is recorded runs in any case; one that would be replayed must not, since it would run for real.
    writeNote(spoolFiles(folder).end, failedEnd(error));
    if (order.mode === 'replay') process.exit(70);
  }
}

/** `null`: the command that gave it is over; what a recorded program has left running goes on without us. */
function orderOf(place: string): Order | null {
  try {
    return JSON.parse(readFileSync(join(place, orderFile), 'utf8')) as Order;
  } catch {
    return null;
  }
}

function failedEnd(error: unknown): ProcessEnd {
  const failure = error instanceof Error ? error.message : String(error);
  return { exitCode: 0, stdin: null, stdinPieces: [], unseen: [], children: [], failure };
}
