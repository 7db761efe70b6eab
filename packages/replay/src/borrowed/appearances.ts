import type { Json, Trace } from '@stepfork/trace';
import { valuesOf } from './values-of.ts';

/**
 * Where the answer of a step shows again: in inputs of later steps ("step 7") and in "the output". Texts and numbers are looked for, also
 * inside other texts; what the agent knew before the answer says nothing and is left out.
 */
export function appearances(step: number, trace: Trace): readonly string[] {
  const answered = trace.steps[step];
  if (answered === undefined) return [];
  const before = [trace.run.input, ...trace.steps.slice(0, step + 1).map(({ call }) => call.input)];
  const values = [...tellingLeaves(valuesOf(answered.outcome))].filter((leaf) => !before.some((known) => contains(known, leaf)));
  const shows = (value: Json): boolean => values.some((leaf) => contains(value, leaf));
  const later = trace.steps.slice(step + 1).filter(({ call }) => shows(call.input));
  const isInOutput = trace.outcome.kind === 'returned' && shows(trace.outcome.value);
  return [...later.map(({ index }) => `step ${index}`), ...(isInOutput ? ['the output'] : [])];
}

/** Texts and numbers that are long enough not to be met by chance. */
function* tellingLeaves(values: readonly Json[]): Iterable<string> {
  for (const value of values) {
    if (typeof value === 'string' || typeof value === 'number') {
      if (String(value).length >= 3) yield String(value);
    } else if (value !== null && typeof value === 'object') {
      yield* tellingLeaves(Object.entries(value).flatMap(([key, part]) => (key === '$' ? [] : [part])));
    }
  }
}

function contains(value: Json, leaf: string): boolean {
  if (typeof value === 'string') return value.includes(leaf);
  if (typeof value === 'number') return String(value) === leaf;
  return value !== null && typeof value === 'object' && Object.values(value).some((part) => contains(part, leaf));
}
