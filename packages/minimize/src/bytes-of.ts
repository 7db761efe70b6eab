import type { Call, Outcome, Trace } from '@stepfork/trace';

const known = new WeakMap<Call | Outcome, number>();

/** How much a run says: its calls and their outcomes as JSON, in characters. */
export function bytesOf({ run, steps }: Trace): number {
  return steps.reduce((sum, { call, outcome }) => sum + lengthOf(call) + lengthOf(outcome), JSON.stringify(run.input).length);
}

function lengthOf(part: Call | Outcome): number {
  const found = known.get(part) ?? JSON.stringify(part).length;
  known.set(part, found);
  return found;
}
