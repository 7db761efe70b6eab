import { otherValue } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';

/** Another value of the same type and shape, which holds no part of the first one: a text keeps its length, its cases and its punctuation. */
export function otherLeaf(value: Json): Json {
  return otherValue(value, shifted);
}

function shifted(text: string): string {
  const other = text.replace(/[a-z]/g, next('a', 26)).replace(/[A-Z]/g, next('A', 26)).replace(/\d/g, next('0', 10));
  return other === text ? `${text}x` : other;
}

function next(first: string, count: number): (letter: string) => string {
  const base = first.charCodeAt(0);
  return (letter) => String.fromCharCode(base + ((letter.charCodeAt(0) - base + 1) % count));
}
