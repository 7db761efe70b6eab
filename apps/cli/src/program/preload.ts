// Loaded by Node itself, before the program, in each of its processes: see `run-program.ts`. It must start fast, so it loads nothing that it does not need.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderVariable, type Order, orderFile } from './order.ts';

const folder = process.env[folderVariable];
const order = folder === undefined || process.env.STEPFORK_HOOKS === 'off' ? null : orderOf(folder);
if (folder !== undefined && order !== null) {
  if (order.mode === 'record') await (await import('./record-process.ts')).recordProcess(folder, order);
  else await (await import('./replay-process.ts')).replayProcess(folder, order);
}

/** `null`: the command that gave it is over; what it left running goes on without us. */
function orderOf(place: string): Order | null {
  try {
    return JSON.parse(readFileSync(join(place, orderFile), 'utf8')) as Order;
  } catch {
    return null;
  }
}
