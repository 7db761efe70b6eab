import type { Json, Outcome } from '@stepfork/trace';

/** The values that an outcome carries. */
export function valuesOf(outcome: Outcome): readonly Json[] {
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
