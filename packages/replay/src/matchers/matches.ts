import type { Json, JsonObject } from '@stepfork/trace';
import { mismatches } from './mismatches.ts';

/** `actual` contains `expected`. Asked for each claimed call and each call that was made: what is plain is told without listing differences. */
export function matches(expected: Json, actual: Json | undefined): boolean {
  if (isPlain(expected) && isPlain(actual)) {
    for (const key in expected) if (!matches(expected[key] as Json, Object.hasOwn(actual, key) ? actual[key] : undefined)) return false;
    return true;
  }
  if (isScalar(expected) && isScalar(actual)) return expected === actual;
  return mismatches(expected, actual).next().done === true;
}

/** An object that stands for itself. */
function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('$' in value);
}

function isScalar(value: Json | undefined): boolean {
  return value === null || (typeof value !== 'object' && value !== undefined);
}
