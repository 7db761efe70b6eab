import type { Json } from '@stepfork/trace';
import type { Leaf } from '../leaf.ts';
import { otherLeaf } from '../other-leaf.ts';
import { show } from '../show.ts';

/** What a leaf is changed to: another value of its type, nothing, and no such key. */
export interface LeafChange {
  readonly name: 'other' | 'null' | 'missing';
  readonly says: string;
  readonly whole: Json;
}

export function* leafChanges({ value, put }: Leaf): Generator<LeafChange> {
  const other = otherLeaf(value);
  const shown = show(value);
  yield { name: 'other', says: `${shown} → ${show(other)}`, whole: put(other) };
  if (value !== null) yield { name: 'null', says: `${shown} → null`, whole: put(null) };
  yield { name: 'missing', says: `${shown} → (missing)`, whole: put(undefined) };
}
