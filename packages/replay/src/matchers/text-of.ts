import { decodeValue, type Json } from '@stepfork/trace';
import { isTag } from './is-tag.ts';

/** A recorded text, also one with half a character in it; `null` for anything else. */
export function textOf(value: Json): string | null {
  if (typeof value === 'string') return value;
  return isTag(value, 'text') ? String(decodeValue(value)) : null;
}
