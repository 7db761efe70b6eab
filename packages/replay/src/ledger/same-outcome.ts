import { canonicalJson, type Json, type Outcome } from '@stepfork/trace';

/** The agent could not tell these outcomes apart: same values, whenever they came. */
export function sameOutcome(a: Outcome, b: Outcome): boolean {
  return a === b || canonicalJson(withoutTimes(a)) === canonicalJson(withoutTimes(b));
}

function withoutTimes(outcome: Outcome): Json {
  switch (outcome.kind) {
    case 'returned':
      return [outcome.kind, outcome.value, outcome.frozen === undefined ? null : { ...outcome.frozen }];
    case 'threw':
      return [outcome.kind, outcome.error];
    case 'streamed': {
      const { end } = outcome;
      return [
        outcome.kind,
        outcome.chunks.map(({ value }) => value),
        end.kind,
        end.kind === 'threw' ? end.error : end.kind === 'done' ? (end.value ?? null) : null,
      ];
    }
    case 'interrupted':
      return [outcome.kind];
  }
}
