import { type Json, parsePointer } from '@stepfork/trace';
import { itemsOf, keysOf } from './contents.ts';

/** What a JSON Pointer points to in a recorded value, also within what a tag hides; `undefined`: nothing. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const key of parsePointer(pointer)) {
    if (here === undefined) return undefined;
    const items: readonly Json[] | null = itemsOf(here, null);
    here = items === null ? keysOf(here, null)?.get(key) : /^(?:0|[1-9]\d*)$/.test(key) ? items[Number(key)] : undefined;
  }
  return here;
}
