import type { LiveCall } from '@stepfork/interceptor';
import type { Ruling } from '../answers/ruling.ts';
import type { Question } from '../ledger/question.ts';
import { chunksInTime } from '../streams/chunks-in-time.ts';
import { diverge, isAfterEffect } from './diverge.ts';
import { enter } from './enter.ts';
import type { RunState } from './run-state.ts';

/** What runs the body of a call. */
export type Next = (call: LiveCall) => Promise<unknown>;

/** Runs the body: the clock stands until it has answered. */
export async function execute(state: RunState, call: LiveCall, next: Next): Promise<unknown> {
  enter(state, call.step, { how: 'live' });
  state.bodiesRun += 1;
  state.open.add(call.step, call.name);
  const release = state.options.stage.hold();
  try {
    return await next(call);
  } finally {
    state.open.delete(call.step);
    release();
  }
}

/** Nothing answers: runs the body where a fork is made and may ask; else the call is refused. */
export async function unseen(
  state: RunState,
  call: LiveCall,
  question: Question,
  { why, isInSeries }: Omit<Extract<Ruling, { kind: 'diverge' }>, 'kind'>,
  next: Next,
): Promise<unknown> {
  const { permit, ledger } = state.options;
  const { inItsTime } = state.times;
  const notRun =
    state.stop === null
      ? (permit?.refuses(call, { isAfterEffect: isAfterEffect(state, call), isInSeries: isInSeries === true }) ?? undefined)
      : undefined;
  if (state.stop === null && permit !== null && notRun === undefined) {
    state.demanded += 1;
    ledger.runs(call.step, question);
    return chunksInTime(await inItsTime(call, () => execute(state, call, next)), (read) => inItsTime(call, read));
  }
  enter(state, call.step, { how: 'refused' });
  throw diverge(state, call, question, why, { ...(isInSeries && { isInSeries }), ...(notRun && { notRun }) });
}
