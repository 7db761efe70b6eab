import { type Claim, judge, type PolicyRules, type Replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { claimFailure } from './failures/claim-failure.ts';
import { differenceFailure } from './failures/difference-failure.ts';
import { errorFailure, type Thrown } from './failures/error-failure.ts';
import type { Failure } from './failures/failure.ts';
import type { SeeFailure, Sighting } from './oracle.ts';

/** What a user's own check says of a run. */
export type Opinion = 'fail' | 'pass' | 'could-not-execute';
export type Predicate = (trace: Trace) => Opinion | Promise<Opinion>;

/** What tells that a run has failed. Exactly one way is used, the strongest that can be. */
export interface FailureSource {
  readonly claim?: Claim;
  readonly predicate?: Predicate;
  /** There is corrected code, which is run beside the buggy one. */
  readonly hasFixed: boolean;
  /** In force in the replays: they tell which tools are effects, beside those that say so themselves. */
  readonly policies?: PolicyRules;
  /** From here files are named. */
  readonly root: string;
}

/**
 * How a failure is known again: the two codes disagree at the same place; a check of the user's says so; the same wrong values where a claim is
 * violated; the same error.
 */
export type Level = 'differential' | 'predicate' | 'wrong-values' | 'error';

export function levelOf({ claim, predicate, hasFixed }: FailureSource): Level {
  if (predicate !== undefined) return 'predicate';
  if (hasFixed) return 'differential';
  return claim === undefined ? 'error' : 'wrong-values';
}

/** Looks at replays as the level asks. */
export function seeWith(source: FailureSource): SeeFailure {
  return (buggy, fixed) => sighting(source, thrownOf(buggy, source), fixed);
}

/** The failure of the recording itself, as far as it tells: where an error was thrown stands in none. */
export function recordedFailure(source: FailureSource, recording: Trace, fixed: Replay | null): Sighting | Promise<Sighting> {
  return sighting(source, { trace: recording, thrownAt: [], root: source.root }, fixed);
}

async function sighting(
  { claim, predicate, hasFixed, policies = {} }: FailureSource,
  buggy: Thrown,
  fixed: Replay | null,
): Promise<Sighting> {
  const wrong = fixed === null || claim === undefined ? undefined : judge(fixed.trace, claim)[0];
  if (wrong !== undefined) return { unresolved: `the fixed code fails too: ${wrong.message}` };
  if (predicate !== undefined) return byPredicate(predicate, buggy.trace, fixed);
  if (claim !== undefined) return claimFailure(buggy, claim, !hasFixed);
  return fixed === null ? errorFailure(buggy) : differenceFailure(buggy, fixed.trace, policies);
}

async function byPredicate(predicate: Predicate, trace: Trace, fixed: Replay | null): Promise<Sighting> {
  const opinion = await predicate(trace);
  if (opinion === 'could-not-execute') return { unresolved: 'the check cannot tell' };
  if (opinion === 'pass') return null;
  if (fixed !== null && (await predicate(fixed.trace)) !== 'pass') return { unresolved: 'the fixed code does not pass the check' };
  return failedCheck;
}

const failedCheck: Failure = { keys: ['check'], text: 'the check says that it fails', values: [] };

function thrownOf({ trace, thrownAt = [] }: Replay, { root }: FailureSource): Thrown {
  return { trace, thrownAt, root };
}
