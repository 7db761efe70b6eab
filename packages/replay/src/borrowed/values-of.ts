import type { Json, Outcome, StreamEnd } from '@stepfork/trace';

/** The values that an outcome carries. */
export function valuesOf(outcome: Outcome): readonly Json[] {
  switch (outcome.kind) {
    case 'returned':
      return [outcome.value];
    case 'threw':
      return [outcome.error];
    case 'streamed':
      return [...outcome.chunks.map(({ value }) => value), ...endOf(outcome.end)];
    case 'interrupted':
      return [];
  }
}

function endOf(end: StreamEnd): readonly Json[] {
  if (end.kind === 'threw') return [end.error];
  return end.kind === 'done' && end.value !== undefined ? [end.value] : [];
}
