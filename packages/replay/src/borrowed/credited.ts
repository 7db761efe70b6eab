import type { Json, Step } from '@stepfork/trace';
import type { RecordingIndex } from '../ledger/recording-index.ts';
import type { AnsweredBy } from '../receipt.ts';
import { toldBorrowed } from './told-borrowed.ts';

/**
 * Who gives an answer, when the recorded step that holds it had it from somebody else: what was borrowed, declared or given again when a fork was
 * recorded stays so, and what a body made of a borrowed answer is borrowed with it.
 */
export function credited(by: AnsweredBy, step: Step | null, index: RecordingIndex): AnsweredBy {
  if (step === null || (by.how !== 'exact' && by.how !== 'reused')) return by;
  const from = step.index;
  switch (step.answered?.how) {
    case undefined:
      return by.how === 'exact' ? by : givenAgain(step, index);
    case 'exact':
    case 'reused':
    case 'live': {
      if (toldBorrowed(index.steps).has(from)) return { how: 'borrowed', by: 'inside', from };
      return by.how === 'exact' && step.answered.how !== 'reused' ? by : givenAgain(step, index);
    }
    case 'declared':
      return { how: 'declared', from };
    case 'again':
    case 'next-unused':
    case 'example':
    case 'null':
      return { how: 'borrowed', by: step.answered.how, from };
  }
}

function givenAgain({ index: from }: Step, { keys, byKey }: RecordingIndex): AnsweredBy {
  const heard = byKey.get(keys[from] ?? '')?.filter(({ answered }) => answered?.how !== 'reused') ?? [];
  return { how: 'reused', from, ...(heard.length < 2 && { heardOnce: true }) };
}

/** The input of the call to which the outcome was given first; `undefined`: nobody made one. */
export function lentInputOf(lender: Step | null): Json | undefined {
  const answered = lender?.answered;
  switch (answered?.how) {
    case 'again':
    case 'next-unused':
      return answered.lent;
    case 'example':
    case 'null':
      return undefined;
    case 'exact':
    case 'reused':
    case 'live':
    case 'declared':
    case undefined:
      return lender?.call.input;
  }
}
