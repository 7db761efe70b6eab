import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../../processes/is-alive.ts';
import { type Order, orderFile, type RecordOrder } from '../exchange/order.ts';

/** Folders in which programs are recorded for this output, and those that killed commands have left before they could write it. */
export function recordingsFor(output: string): { readonly running: readonly string[]; readonly left: readonly string[] } {
  const prefix = `.${basename(output)}.`;
  const found = readdirSync(dirname(output))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(output), name))
    .map((folder) => ({ folder, order: orderOfRecording(folder) }));
  const folders = (isRunning: boolean): readonly string[] =>
    found.flatMap(({ folder, order }) => (order !== null && isAlive(order.startedBy) === isRunning ? [folder] : []));
  return { running: folders(true), left: folders(false) };
}

/** `null`: it is no folder in which a program was recorded. */
export function orderOfRecording(folder: string): RecordOrder | null {
  const order = orderIn(folder);
  return order?.mode === 'record' ? order : null;
}

/** `null`: it is no folder of a program. */
export function orderIn(folder: string): Order | null {
  try {
    return JSON.parse(readFileSync(join(folder, orderFile), 'utf8')) as Order;
  } catch {
    return null;
  }
}
