import { childPointer, isPseudonym, type Json } from '@stepfork/trace';

/** Where a pseudonym stands in a value, be it in a key (JSON Pointer); `null`: nowhere. */
export function findPseudonym(value: Json, path = ''): string | null {
  if (typeof value === 'string') return isPseudonym(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, part] of Object.entries(value)) {
    const at = childPointer(path, key);
    const found = isPseudonym(key) ? at : findPseudonym(part, at);
    if (found !== null) return found;
  }
  return null;
}
