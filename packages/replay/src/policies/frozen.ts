import type { Ledger, Question } from '../ledger.ts';
import type { Ruling } from '../ruling.ts';
import { whyUnseen } from '../why-unseen.ts';

/** Answered by the recorded step with this key, or not at all. `polls`: a timer fired since this was last asked, so the agent waits for a change. */
export function frozen(question: Question, ledger: Ledger, polls: (question: Question) => boolean): Ruling {
  const step = ledger.next(question);
  if (step !== null) {
    ledger.use(step);
    return { kind: 'answer', given: step.outcome, by: { how: 'exact', from: step.index } };
  }
  const last = ledger.again(question);
  if (last === null || ledger.differs(question) || polls(question)) return { kind: 'diverge', why: whyUnseen(question, ledger) };
  ledger.use(last);
  return { kind: 'answer', given: last.outcome, by: { how: 'reused', from: last.index } };
}
