import { createHash } from 'node:crypto';
import type { Json } from '@stepfork/trace';

/** A draw that nobody recorded: by chance to look at, and the same in every replay. `seed` tells it from all others. */
export function freshDraw(kind: 'random' | 'uuid' | 'bytes', site: string, seed: string): Json {
  switch (kind) {
    case 'random':
      return Number.parseInt(digits(seed, 12), 16) / 2 ** 48;
    case 'uuid':
      return digits(seed, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
    case 'bytes':
      return digits(seed, 2 * Number(site.slice(site.lastIndexOf(':') + 1)));
  }
}

/** So many hexadecimal digits. */
function digits(seed: string, count: number): string {
  let text = '';
  for (let block = 0; text.length < count; block += 1) text += createHash('sha256').update(`${seed}\n${block}`).digest('hex');
  return text.slice(0, count);
}
