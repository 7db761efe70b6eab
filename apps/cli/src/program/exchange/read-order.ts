import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Order, orderFile } from './order.ts';

/** What the command orders; `null`: it is over, and what it has left running goes on without us. */
export function readOrder(folder: string): Order | null {
  try {
    return JSON.parse(readFileSync(join(folder, orderFile), 'utf8')) as Order;
  } catch {
    return null;
  }
}
