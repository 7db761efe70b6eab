import type { Json, Step } from '@stepfork/trace';
import type { AnsweredBy } from '../receipt.ts';
import { toldBorrowed } from './told-borrowed.ts';

/**
 * Who gives an answer, when the recorded step that holds it had it from somebody else: what was borrowed or declared when a fork was recorded
 * stays so, and what a body made of a borrowed answer is borrowed with it.
 */
export function credited(by: AnsweredBy, step: Step | null, steps: readonly Step[]): AnsweredBy {
  const answered = step?.answered;
  if (step === null || answered === undefined || (by.how !== 'exact' && by.how !== 'reused')) return by;
  switch (answered.how) {
    case 'exact':
    case 'reused':
    case 'live':
      return toldBorrowed(steps).has(step.index) ? { how: 'borrowed', by: 'inside', from: step.index } : by;
    case 'declared':
      return { how: 'declared', from: step.index };
    case 'again':
    case 'next-unused':
    case 'example':
    case 'null':
      return { how: 'borrowed', by: answered.how, from: step.index };
  }
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
