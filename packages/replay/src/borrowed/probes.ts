import { canonicalJson, type Json, type JsonObject, type Outcome } from '@stepfork/trace';
import type { BorrowedAnswer } from './borrowed-answer.ts';
import { otherValue } from './other-value.ts';

/** What the world might have answered instead of a borrowed answer; `null`: nothing else than that. */
export type Probe = (answer: BorrowedAnswer) => Outcome | null;

/**
 * The answers that are tried in the place of a borrowed one. An agent whose verdict is the same with all of them does not look at the
 * answer, as far as one can tell: one that repeats what was asked where the lent one repeats what its own call asked, another one of the
 * same shape, a small and empty one, a great one, and `null`.
 */
export const probes: readonly Probe[] = [
  changed((lent, { input, lentInput }) => echo(lent, input, lentInput)),
  ({ outcome }) => returned(outcome.kind === 'returned' ? otherValue(outcome.value) : 'stepfork'),
  changed(least),
  changed(greatest),
  () => returned(null),
];

function changed(change: (lent: Json, answer: BorrowedAnswer) => Json): Probe {
  return (answer) => {
    if (answer.outcome.kind !== 'returned') return null;
    const value = change(answer.outcome.value, answer);
    return canonicalJson(value) === canonicalJson(answer.outcome.value) ? null : returned(value);
  };
}

function returned(value: Json): Outcome {
  return { kind: 'returned', value };
}

/** APIs answer with what they were asked: an agent that compares the two must not be told the arguments of another call. */
function echo(lent: Json, asked: Json, lender: Json | undefined): Json {
  if (lender === undefined) return lent;
  const instead = new Map<string, Json>();
  collectChanged(lender, asked, instead);
  return instead.size === 0 ? lent : replaced(lent, instead);
}

function collectChanged(before: Json, after: Json | undefined, instead: Map<string, Json>): void {
  if (after === undefined) return;
  if (isPlain(before) && isPlain(after)) {
    for (const [key, part] of Object.entries(before)) collectChanged(part, (after as JsonObject)[key], instead);
    return;
  }
  const text = canonicalJson(before);
  if (text !== canonicalJson(after)) instead.set(text, after);
}

function replaced(value: Json, instead: ReadonlyMap<string, Json>): Json {
  const found = instead.get(canonicalJson(value));
  if (found !== undefined) return found;
  return mapParts(value, (part) => replaced(part, instead)) ?? value;
}

function least(value: Json): Json {
  return extreme(value, '', (number) => -Math.abs(number) - 1_000_000);
}

function greatest(value: Json): Json {
  return extreme(value, null, (number) => Math.abs(number) + 1_000_000);
}

/** `text` stands for every text; `null` leaves them. Lists become empty with the texts. */
function extreme(value: Json, text: string | null, shift: (number: number) => number): Json {
  switch (typeof value) {
    case 'number':
      return shift(value);
    case 'string':
      return text ?? value;
    case 'boolean':
      return value;
    case 'object':
      if (Array.isArray(value) && text !== null) return [];
      return mapParts(value, (part) => extreme(part, text, shift)) ?? value;
  }
}

/** A plain list or object with other parts; `null` for what is neither. */
function mapParts(value: Json, other: (part: Json) => Json): Json | null {
  if (Array.isArray(value)) return value.map(other);
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, other(part)])) : null;
}

function isPlain(value: Json): value is JsonObject | readonly Json[] {
  return value !== null && typeof value === 'object' && !('$' in value);
}
