import type { Json, Outcome, Trace } from '@stepfork/trace';
import type { BorrowedAnswer } from './replayer.ts';

/** Where a value of this answer shows again: in inputs of later steps ("step 7") and in "the output". */
export function appearances({ step, outcome }: BorrowedAnswer, trace: Trace): readonly string[] {
  // What the agent knew before says nothing about where the answer flowed.
  const before = [trace.run.input, ...trace.steps.slice(0, step + 1).map(({ call }) => call.input)];
  const values = [...tellingLeaves(valuesOf(outcome))].filter((leaf) => !before.some((known) => contains(known, leaf)));
  const later = trace.steps.slice(step + 1).filter(({ call }) => values.some((leaf) => contains(call.input, leaf)));
  const inOutput = trace.outcome.kind === 'returned' && contains.bind(null, trace.outcome.value);
  return [...later.map(({ index }) => `step ${index}`), ...(inOutput !== false && values.some(inOutput) ? ['the output'] : [])];
}

function valuesOf(outcome: Outcome): readonly Json[] {
  switch (outcome.kind) {
    case 'returned':
      return [outcome.value];
    case 'threw':
      return [outcome.error];
    case 'streamed':
      return outcome.chunks.map(({ value }) => value);
    case 'interrupted':
      return [];
  }
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
