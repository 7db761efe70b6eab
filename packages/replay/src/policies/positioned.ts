import type { Ruling } from '../answers/ruling.ts';
import { whyUnseen } from '../answers/why-unseen.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';

/**
 * Answered by the recorded step with this key, else by the model's next answer that nobody asked for: a prompt whose history has lost a turn is
 * another one, and is still told what came next. Nothing is answered twice, so an agent that asks on comes to an end.
 */
export function positioned(question: Question, ledger: Ledger): Ruling {
  const step = ledger.next(question);
  if (step !== null) {
    ledger.use(step);
    return { kind: 'answer', given: step.outcome, by: { how: 'exact', from: step.index } };
  }
  const lender = ledger.atPosition(question);
  if (lender === null) return { kind: 'diverge', why: whyUnseen(question, ledger) };
  ledger.use(lender);
  return { kind: 'answer', given: lender.outcome, by: { how: 'borrowed', by: 'next-unused', from: lender.index } };
}
