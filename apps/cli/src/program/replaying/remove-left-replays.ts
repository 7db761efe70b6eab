import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../../processes/is-alive.ts';
import { folderOfReplay } from '../exchange/order.ts';
import { orderIn } from '../recording/recordings-for.ts';
import { removeFolder } from '../run-program.ts';

/** Removes what killed commands have left beside this trace: a replay has nothing that anybody could want, and after a SIGKILL only the next one can clean up. */
export function removeLeftReplays(trace: string): void {
  const prefix = `.${basename(trace)}.${folderOfReplay}`;
  for (const name of readdirSync(dirname(trace))) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(dirname(trace), name);
    const order = orderIn(folder);
    if (order?.mode === 'replay' && !isAlive(order.startedBy)) removeFolder(folder);
  }
}
