import type { Json } from '@stepfork/trace';
import { mismatches } from './mismatches.ts';

/** `actual` contains `expected`. */
export function matches(expected: Json, actual: Json | undefined): boolean {
  return mismatches(expected, actual).next().done === true;
}
