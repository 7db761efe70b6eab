import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../is-alive.ts';
import { type Order, orderFile, type RecordOrder } from './order.ts';

/** Folders with what was recorded for this output by commands that were killed before they could write it. */
export function leftRecordings(output: string): readonly string[] {
  const prefix = `.${basename(output)}.`;
  return readdirSync(dirname(output))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(output), name))
    .filter((folder) => {
      const order = orderOfRecording(folder);
      return order !== null && !isAlive(order.startedBy);
    });
}

/** `null`: it is no folder in which a program was recorded. */
export function orderOfRecording(folder: string): RecordOrder | null {
  try {
    const order = JSON.parse(readFileSync(join(folder, orderFile), 'utf8')) as Order;
    return order.mode === 'record' ? order : null;
  } catch {
    return null;
  }
}
