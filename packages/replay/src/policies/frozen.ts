import type { Step } from '@stepfork/trace';
import type { Ruling } from '../answers/ruling.ts';
import { whyUnseen } from '../answers/why-unseen.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';

/**
 * Answered by the recorded step with this key, or not at all. The last answer is given again unless the agent seems to wait for another one: the
 * recorded ones differ, the last one is an error (who asks again tries again), or a timer fired since it was last asked, so it polls (`polls`).
 */
export function frozen(question: Question, ledger: Ledger, polls: boolean): Ruling {
  const step = ledger.next(question);
  if (step !== null) {
    ledger.use(step);
    return { kind: 'answer', given: step.outcome, by: { how: 'exact', from: step.index } };
  }
  const last = ledger.again(question);
  if (last === null || isFailure(last) || polls) return { kind: 'diverge', why: whyUnseen(question, ledger) };
  if (ledger.differs(question))
    return { kind: 'diverge', why: whyUnseen(question, ledger), ...(question.kind === 'tool' && { isInSeries: true as const }) };
  ledger.use(last);
  return { kind: 'answer', given: last.outcome, by: { how: 'reused', from: last.index } };
}

function isFailure({ outcome }: Step): boolean {
  return outcome.kind === 'threw' || (outcome.kind === 'streamed' && outcome.end.kind === 'threw');
}
