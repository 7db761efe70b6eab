import type { Json } from '@stepfork/trace';
import { isPlainObject } from './contents.ts';
import { mismatches } from './mismatches.ts';

/** `actual` contains `expected`. Asked for each claimed call and each call that was made: what is plain is told without listing differences. */
export function matches(expected: Json, actual: Json | undefined): boolean {
  if (isPlainObject(expected) && isPlainObject(actual)) {
    for (const key in expected) if (!matches(expected[key] as Json, Object.hasOwn(actual, key) ? actual[key] : undefined)) return false;
    return true;
  }
  if (isScalar(expected) && isScalar(actual)) return expected === actual;
  return mismatches(expected, actual).next().done === true;
}

function isScalar(value: Json | undefined): boolean {
  return value === null || (typeof value !== 'object' && value !== undefined);
}
