import { fileURLToPath } from 'node:url';
import type { Order } from './order.ts';

/** What stands in `NODE_OPTIONS` of each process of a program. */
export const preloadOption: Readonly<Record<Order['mode'], string>> = {
  record: `--require ${quoted(fileURLToPath(new URL('../process/record-preload.cjs', import.meta.url)))}`,
  replay: `--import ${new URL('../process/preload.js', import.meta.url).href}`,
};

/** As `NODE_OPTIONS` has a value with a space in it, or with what stands for something else there. */
function quoted(path: string): string {
  return /[\s"\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
}
