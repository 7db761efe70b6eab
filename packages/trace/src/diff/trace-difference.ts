import type { CallKind } from '../trace.ts';
import type { Difference } from './diff-json.ts';

/** One point in which two recorded runs differ. Steps are named by their index in the expected and in the actual trace. */
export type TraceDifference = TracePoint & {
  /** Later differences that only carry this one on, in their order; they have no follow-ups of their own. */
  readonly followUps: readonly TraceDifference[];
};

/** The same without what follows from it. */
export type TracePoint =
  | ({ readonly kind: 'run-input-changed' } & Changed)
  | ({ readonly kind: 'call-removed'; readonly expected: number } & OfCall)
  | ({ readonly kind: 'call-added'; readonly actual: number } & OfCall)
  /** The same call at another place between the others; `changes` is empty. */
  | ({ readonly kind: 'call-moved' } & OfPair)
  /** Another input; or another caller (`/parent`), or an effect on one side only (`/call/effect`). */
  | ({ readonly kind: 'call-changed' } & OfPair)
  | ({ readonly kind: 'outcome-changed' } & OfPair)
  | ({ readonly kind: 'run-outcome-changed' } & Changed);

interface Changed {
  /** With JSON Pointers into the expected trace (`/steps/2/call/input/cents`), for what was added into the actual one. */
  readonly changes: readonly Difference[];
}

interface OfCall extends Changed {
  readonly call: { readonly kind: CallKind; readonly name: string };
}

interface OfPair extends OfCall {
  readonly expected: number;
  readonly actual: number;
}
