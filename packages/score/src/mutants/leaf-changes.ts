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
  yield { name: 'other', says: `${show(value)} → ${show(other)}`, whole: put(other) };
  if (value !== null) yield { name: 'null', says: `${show(value)} → null`, whole: put(null) };
  yield { name: 'missing', says: `${show(value)} → (missing)`, whole: put(undefined) };
}
