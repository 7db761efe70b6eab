import type { Json } from '@stepfork/trace';

/** A tagged value of this kind: `{ "$": "date", … }`. */
export function isTag(value: Json | undefined, tag: string): boolean {
  return typeof value === 'object' && value !== null && (value as { readonly $?: Json }).$ === tag;
}
