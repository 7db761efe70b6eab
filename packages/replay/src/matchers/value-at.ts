import type { Json } from '@stepfork/trace';
import { itemsOf, keysOf } from './contents.ts';

/** What a JSON Pointer points to in a recorded value, also within what a tag hides; `undefined`: nothing. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const part of pointer.split('/').slice(1)) {
    if (here === undefined) return undefined;
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const items: readonly Json[] | null = itemsOf(here, null);
    here = items === null ? keysOf(here, null)?.get(key) : /^(?:0|[1-9]\d*)$/.test(key) ? items[Number(key)] : undefined;
  }
  return here;
}
