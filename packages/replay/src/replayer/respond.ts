import type { LiveCall } from '@stepfork/interceptor';
import type { Question } from '../ledger/question.ts';
import { type Answer, answer } from './answer.ts';
import { decide } from './decide.ts';
import { diverge } from './diverge.ts';
import { enter } from './enter.ts';
import { execute, type Next, unseen } from './execute.ts';
import { overBudget } from './over-budget.ts';
import { recordedStep } from './recorded-step.ts';
import type { Ruled } from './rule.ts';
import type { RunState } from './run-state.ts';

/** What a call of the agent comes to: an answer, its body, or a refusal. Never throws: what goes wrong is a rejection. */
export function respond(state: RunState, call: LiveCall, next: Next): Promise<unknown> {
  // An error would come to nobody: as an unhandled rejection it would bring down whoever runs next.
  if (state.hasEnded || call.step < 0) return new Promise(() => {});
  state.lastStarted = Math.max(state.lastStarted, call.step);
  if (call.step >= state.options.maxCalls) return overBudget(state, call);
  try {
    return Promise.resolve(outcomeOf(state, call, decide(state, call), next));
  } catch (error) {
    return Promise.reject(error);
  }
}

function outcomeOf(state: RunState, call: LiveCall, { question, ruling }: Ruled, next: Next): unknown {
  if (call.kind === 'model') refuseUnmet(state, call, question, ruling);
  switch (ruling.kind) {
    case 'answer':
      return answerWith(state, call, question, ruling, next);
    case 'execute':
      state.options.ledger.runs(call.step, question);
      return execute(state, call, next);
    case 'diverge':
      return unseen(state, call, question, ruling, next);
  }
}

function answerWith(state: RunState, call: LiveCall, question: Question, ruling: Answer, next: Next): unknown {
  // Its place among the borrowed answers of the run is known now: other processes may go on.
  const ordinal = state.borrowed.length + state.borrowedElsewhere;
  if (call.isObserved === true) return unseen(state, call, question, { why: 'only-observed' }, next);
  if (state.options.permit?.asksAnew(question)) return unseen(state, call, question, { why: 'stream-cut' }, next);
  return answer(state, call, question, ruling, ordinal);
}

/** Before a model answers, so that no body can be on its way of a tool that is met nowhere. */
function refuseUnmet(state: RunState, call: LiveCall, question: Question, ruling: Ruled['ruling']): void {
  const { unmetIn, ledger } = state.options;
  const unmet = unmetIn(call.snapshot(), ruling.kind === 'answer' ? recordedStep(ruling.by, ledger) : null);
  if (unmet === null) return;
  enter(state, call.step, { how: 'refused' });
  throw diverge(state, call, question, 'unmet-tools', { unmet });
}
