import { type Json, type JsonObject, parsePointer } from '@stepfork/trace';

/** What a JSON Pointer leads to; `undefined`: nothing is there. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const key of parsePointer(pointer)) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = (here as JsonObject)[key];
  }
  return here;
}
