import { encodeValue, findOpaque, type Outcome, type Step } from '@stepfork/trace';
import type { Ruling } from '../answers/ruling.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';
import { matches } from '../matchers/matches.ts';
import type { Answer } from '../test-case.ts';

export interface SinkAnswers {
  /** The user's word for this tool, in order of declaration. */
  readonly declared: readonly Answer[];
  /** Few calls need it. Asked then: an SDK may have shown its tools only when the agent gave them to it. */
  example(): { readonly value: unknown } | null;
}

/** A side effect: the body never runs and every input is answered, by the best word there is. */
export function sink(question: Question, ledger: Ledger, answers: SinkAnswers): Ruling {
  const declared = answers.declared.find((answer) => !('for' in answer) || matches(encodeValue(answer.for), question.input));
  const same = ledger.next(question);
  // An outcome that could not be recorded, or that nobody gave to this very call, is no answer where the user has given one.
  if (same !== null && (declared === undefined || isOwn(same))) {
    ledger.use(same);
    return { kind: 'answer', given: same.outcome, by: { how: 'exact', from: same.index } };
  }
  const last = ledger.again(question);
  if (last !== null && (declared === undefined || isOwn(last))) return lend(last, 'again');
  if (declared !== undefined) {
    ledger.pass(question);
    return { kind: 'answer', given: { kind: 'declared', value: declared.value }, by: { how: 'declared', from: null } };
  }
  const spare = ledger.spare(question);
  if (spare !== null) {
    ledger.use(spare);
    if (isLendable(spare.outcome)) return lend(spare, 'next-unused');
    return sink(question, ledger, answers);
  }
  const example = answers.example();
  if (example !== null) {
    return { kind: 'answer', given: returned(example.value), by: { how: 'borrowed', by: 'example', from: null } };
  }
  return { kind: 'answer', given: returned(null), by: { how: 'borrowed', by: 'null', from: null } };
}

function lend(step: Step, by: 'again' | 'next-unused'): Ruling {
  return { kind: 'answer', given: step.outcome, by: { how: 'borrowed', by, from: step.index } };
}

function returned(value: unknown): Outcome {
  return { kind: 'returned', value: encodeValue(value) };
}

/** Another call's outcome that never came, or that could not be recorded, helps nobody. */
function isLendable(outcome: Outcome): boolean {
  return outcome.kind !== 'interrupted' && !isOpaque(outcome);
}

/** The world gave it to this call. What a fork had borrowed or was told by the user is a word that the user may take back. */
function isOwn({ answered, outcome }: Step): boolean {
  return !isOpaque(outcome) && (answered === undefined || answered.how === 'exact' || answered.how === 'reused' || answered.how === 'live');
}

function isOpaque(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'returned':
      return findOpaque(outcome.value) !== null;
    case 'threw':
      return findOpaque(outcome.error) !== null;
    case 'streamed':
      return (
        outcome.chunks.some(({ value }) => findOpaque(value) !== null) ||
        (outcome.end.kind === 'threw' && findOpaque(outcome.end.error) !== null)
      );
    case 'interrupted':
      return false;
  }
}
