import type { LiveCall } from '@stepfork/interceptor';
import type { Outcome, Step } from '@stepfork/trace';
import { atOnce } from '../answers/answer-times.ts';
import { deliver, type Refusals } from '../answers/deliver.ts';
import { isUntagged } from '../answers/is-untagged.ts';
import type { Given, Ruling } from '../answers/ruling.ts';
import type { BorrowedAnswer } from '../borrowed/borrowed-answer.ts';
import { lentInputOf } from '../borrowed/credited.ts';
import { OpaqueAnswerError } from '../errors/opaque-answer-error.ts';
import type { Question } from '../ledger/question.ts';
import { messageAnswer } from '../messages/message-answer.ts';
import type { AnsweredBy } from '../receipt.ts';
import { refusal } from '../refusals/refusal.ts';
import { type CutElsewhere, cutElsewhere } from '../streams/cut-elsewhere.ts';
import { diverge } from './diverge.ts';
import { enter } from './enter.ts';
import { note } from './note.ts';
import { openForGood } from './open-for-good.ts';
import { recordedStep } from './recorded-step.ts';
import { creditOf } from './rule.ts';
import type { RunState } from './run-state.ts';
import { failed, latch } from './stop-run.ts';

/** The ruling of a call that is answered without its body. */
export type Answer = Extract<Ruling, { readonly kind: 'answer' }>;

/**
 * Gives the agent its answer when it is due; a recorded error is thrown.
 *
 * @param ordinal its place among the borrowed answers of the run, should it be one.
 */
export function answer(state: RunState, call: LiveCall, question: Question, ruling: Answer, ordinal: number): unknown {
  const step = recordedStep(ruling.by, state.options.ledger);
  const { given, by } = replacedOf(state, ruling, step);
  enter(state, call.step, by);
  const instead = by.how === 'borrowed' && given.kind !== 'declared' ? lend(state, call, question, given, by, ordinal) : given;
  const cut = cutOf(state, call, instead);
  if (instead.kind === 'interrupted') openForGood(state, call);
  // A body that runs does so in real time.
  const isPaced = call.parent === null;
  const { times } = state;
  const give = (): unknown =>
    deliver(cut?.outcome ?? instead, () => refusalsOf(state, call, question), isPaced ? times.paceOf(step) : atOnce, call.form, cut?.cutBy);
  if (instead === step?.outcome) noteCopied(state, call, instead);
  return isPaced && instead.kind !== 'interrupted' ? times.dueOf(step).then(give) : give();
}

/** In a world in which one recorded answer is another one, that is given instead. */
function replacedOf({ options }: RunState, { given, by }: Answer, step: Step | null): { readonly given: Given; readonly by: AnsweredBy } {
  const { whatIf, ledger } = options;
  const isReplaced = whatIf !== null && by.how === 'exact' && step?.index === whatIf.step;
  return isReplaced ? { given: whatIf.given, by: { how: 'declared', from: whatIf.step } } : { given, by: creditOf(by, ledger) };
}

/** Takes a borrowed answer down, and gives what stands in its place. */
function lend(
  state: RunState,
  { step, kind, name }: LiveCall,
  question: Question,
  given: Exclude<Given, { readonly kind: 'declared' }>,
  by: Extract<AnsweredBy, { readonly how: 'borrowed' }>,
  ordinal: number,
): Given {
  const { substitute, ledger } = state.options;
  const lent: BorrowedAnswer = {
    step,
    kind,
    tool: name,
    input: question.input,
    by,
    outcome: messageAnswer(given),
    lentInput: by.by === 'inside' ? undefined : lentInputOf(recordedStep(by, ledger)),
  };
  state.borrowed.push(lent);
  note(state, { kind: 'borrowed', answer: lent });
  return substitute?.(ordinal, lent) ?? given;
}

function cutOf({ options, rechunked }: RunState, { step }: LiveCall, given: Given): CutElsewhere | null {
  if (options.rechunk === null || given.kind !== 'streamed') return null;
  const cut = cutElsewhere(given, options.rechunk, step);
  rechunked.push(cut.receipt);
  return cut;
}

/** A recorded outcome that comes back as it is need not be taken down once more. */
function noteCopied({ copied }: RunState, { step, form }: LiveCall, given: Outcome): void {
  if (form === undefined && given.kind === 'returned' && isUntagged(given.value)) copied[step] = given;
}

function refusalsOf(state: RunState, call: LiveCall, question: Question): Refusals {
  const { step, kind, name } = call;
  return {
    opaque({ path, type }) {
      const what = kind === 'model' ? kind : state.options.table.isEffect(kind, name) ? 'effect' : null;
      latch(state, { kind: 'inconclusive', reason: 'opaque', step, name, ...(what && { call: what }), path, type });
      return refusal(new OpaqueAnswerError(kind, name, type, path));
    },
    streamCut: () => diverge(state, call, question, 'stream-cut'),
    streamStuck: () => openForGood(state, call),
    invalid: (error) => failed(state, error),
  };
}
