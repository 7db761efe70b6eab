import type { Json } from '@stepfork/trace';

const most = 60;

/** A value in one short line. */
export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
