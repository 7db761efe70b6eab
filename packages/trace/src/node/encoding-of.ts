import type { Encoding } from '../codecs/codec.ts';

/** By the ending: `.jsonl` is text, anything else packed. */
export function encodingOf(path: string): Encoding {
  return path.toLowerCase().endsWith('.jsonl') ? 'text' : 'packed';
}
