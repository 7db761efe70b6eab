import { canonicalJson, type Json } from '@stepfork/trace';

/** A value for a sentence: its JSON text, cut where it gets long. */
export function brief(value: Json | undefined, limit = 100): string {
  if (value === undefined) return 'nothing';
  const text = canonicalJson(value);
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
