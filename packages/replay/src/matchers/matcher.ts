import type { Json } from '@stepfork/trace';

/** Kinds of values that a matcher can ask for; `any`: whatever is there, `null` too, but not `undefined`. */
export const matchTypes = ['any', 'string', 'number', 'integer', 'boolean', 'null', 'object', 'array', 'date', 'bigint', 'error'] as const;

/**
 * In a claim, in the place of a value: what that value must be like. All that it says must hold.
 *
 * No recorded value looks like it, since an object that has a key `$` is recorded as `{ "$": "object", "entries": … }`.
 */
export type Matcher = {
  readonly $: 'match';
  readonly type?: (typeof matchTypes)[number];
  /** A regular expression that is found in a text; anchor it with `^` and `$`. JavaScript with the flag `u`, without lookaround and backreferences. */
  readonly pattern?: string;
  /** Of `pattern`: i, m, s. */
  readonly flags?: string;
  /** Bounds of a number, themselves included. */
  readonly min?: number;
  readonly max?: number;
  /** Characters of a text, items of a list. */
  readonly length?: number | { readonly min?: number; readonly max?: number };
};

/** A part of a claim that stands for values, not for itself. */
export function isMatcher(value: Json | undefined): value is Json & Matcher {
  return typeof value === 'object' && value !== null && (value as { readonly $?: Json }).$ === 'match';
}
