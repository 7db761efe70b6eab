import { type Match, type Replay, worldlyTrace } from '@stepfork/replay';
import type { Run, Trace } from '@stepfork/trace';
import { type Failure, isSameFailure, toldApart } from './failures/failure.ts';
import { alikeFork, type Edit, type ForksBeside } from './forks-beside.ts';
import type { Shapes } from './kept-shapes.ts';
import { lentAnew } from './lent-anew.ts';
import type { Spending } from './limits.ts';
import type { RuleOut } from './rule-out.ts';
import type { RunCandidate, Side } from './run-candidate.ts';
import type { Outcome } from './search/outcome.ts';
import { answersAll, asked, guessIn, type Unusable, usable } from './usable.ts';

/** What a candidate did. */
export interface Tried {
  readonly outcome: Outcome;
  /** In words: what came instead. */
  readonly why: string;
  /** What the agent did on it, as a recording of its own; `null` unless it still shows the failure. */
  readonly trace: Trace | null;
}

/** What a replay of the buggy code shows; `unresolved` in words where nobody can tell. */
export type Sighting = Failure | null | Unusable;
/** @param fixed what the corrected code did on the same recording; `null`: there is none */
export type SeeFailure = (buggy: Replay, fixed: Replay | null) => Sighting | Promise<Sighting>;

export interface OracleOptions {
  readonly run: RunCandidate;
  readonly see: SeeFailure;
  readonly failure: Failure;
  readonly hasFixed: boolean;
  /** The run as it was recorded had answers that nobody gave. */
  readonly mayGuess: boolean;
  readonly ruleOut: RuleOut;
  readonly forks: ForksBeside;
  readonly spending: Spending;
}

/** Another failure that was met on the way, and how often. Never followed. */
export interface AlsoFound {
  readonly text: string;
  readonly times: number;
}

export interface Oracle {
  /**
   * @param from what the candidate was made of
   * @param shapes what the agent's calls and its output must go on looking like; `null`: anything
   */
  try(candidate: Trace, from: Trace, shapes?: Shapes | null): Promise<Tried>;
  /** Whether a recording shows the failure with nothing given by position: `null`, or what came instead. */
  check(recording: Trace): Promise<string | null>;
  readonly alsoFound: readonly AlsoFound[];
}

/**
 * Says of a smaller recording whether the agent still fails on it in the same way. Models are answered by position; what the agent did is taken
 * down anew, so that its inputs are true again, and the corrected code must pass on that under the default rules. Where it needs a fork, it is run on
 * what the candidate leaves of that, and what it does there is the fork of the smaller run.
 *
 * What we could not do is never a failure of the agent: it is `unresolved`.
 */
export function createOracle({ run, see, failure, hasFixed, mayGuess, ruleOut, forks, spending }: OracleOptions): Oracle {
  const others = new Map<string, { readonly text: string; times: number }>();

  return {
    async try(candidate, from, shapes = null) {
      const forbidden = ruleOut(candidate);
      if (forbidden !== null) return { outcome: 'ruled-out', why: forbidden, trace: null };
      const buggy = await limited(candidate, 'buggy', 'position');
      if ('unresolved' in buggy) return unresolved(buggy.unresolved);
      const guess = mayGuess ? null : guessIn(buggy);
      if (guess !== null) return unresolved(`nobody has answered ${guess}`);
      const odd = shapes?.leftBy(buggy.trace) ?? null;
      if (odd !== null) return { outcome: 'other', why: odd, trace: null };
      const trace = worldlyTrace({ ...buggy, recording: candidate }, headOf(candidate));
      return seen(buggy, hasFixed ? await besideIt(trace, { from, to: candidate }, buggy) : null, trace);
    },
    async check(recording) {
      const buggy = await unlimited(recording, 'buggy');
      if ('unresolved' in buggy) return buggy.unresolved;
      const { outcome, why } = await seen(buggy, hasFixed ? await settled(recording) : null, recording);
      return outcome === 'same' ? null : why;
    },
    get alsoFound() {
      return [...others.values()];
    },
  };

  async function seen(buggy: Replay, fixed: Replay | Unusable | null, trace: Trace): Promise<Tried> {
    if (fixed !== null && 'unresolved' in fixed) return unresolved(`the fixed code: ${fixed.unresolved}`);
    const sighting = await see(buggy, fixed);
    if (sighting === null) return { outcome: 'other', why: 'it does not fail', trace: null };
    if ('unresolved' in sighting) return unresolved(sighting.unresolved);
    if (isSameFailure(sighting, failure)) return { outcome: 'same', why: sighting.text, trace };
    const key = sighting.keys.join('\n');
    const text = toldApart(sighting, failure);
    const known = others.get(key);
    if (known === undefined) others.set(key, { text, times: 1 });
    else known.times += 1;
    return { outcome: 'other', why: `it fails in another way: ${text}`, trace: null };
  }

  /** What the corrected code does on a smaller run, or on what is left of the fork that it needs. */
  async function besideIt(trace: Trace, edit: Edit, buggy: Replay): Promise<Replay | Unusable> {
    const fork = forks.get(edit.from);
    if (fork === undefined) return limited(trace, 'fixed', 'key');
    const smaller = lentAnew(alikeFork(fork, edit), edit, buggy);
    const replay = await limited(smaller, 'fixed', 'position');
    if (!('unresolved' in replay)) forks.set(trace, worldlyTrace({ ...replay, recording: smaller }, headOf(smaller)));
    return replay;
  }

  /** As a check does it: from a fork only where the recording itself cannot tell. One that is not needed any more is forgotten. */
  async function settled(recording: Trace): Promise<Replay | Unusable> {
    const own = await unlimited(recording, 'fixed');
    const fork = forks.get(recording);
    const onFork = fork === undefined || answersAll(own) ? null : await unlimited(fork, 'fixed');
    if (onFork !== null && ('unresolved' in own || answersAll(onFork))) return onFork;
    forks.delete(recording);
    return own;
  }

  async function limited(trace: Trace, side: Side, match: Match): Promise<Replay | Unusable> {
    if (!spending.spend()) return ended;
    try {
      return usable(await run(asked(trace, side, match), spending.signal));
    } catch (error) {
      if (spending.stopped !== null) return ended;
      throw error;
    }
  }

  async function unlimited(trace: Trace, side: Side): Promise<Replay | Unusable> {
    spending.always();
    return usable(await run(asked(trace, side, 'key'), new AbortController().signal));
  }
}

/** Of what is recorded anew: that of the run that it was made of, with the input of the candidate. */
function headOf({ run: { id, agent, startedAt, git, versions, policies, redaction, input } }: Trace): Partial<Run> {
  return { id, agent, startedAt, git, versions, policies, redaction, input };
}

const ended: Unusable = { unresolved: 'the search was ended' };

function unresolved(why: string): Tried {
  return { outcome: 'unresolved', why, trace: null };
}
