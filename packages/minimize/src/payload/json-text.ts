import type { Json } from '@stepfork/trace';

/** The list or object that a text is, as models write arguments; `null`: it is something else. */
export function jsonIn(text: string): Json | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
