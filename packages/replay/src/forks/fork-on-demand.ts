import { metIn, registered } from '@stepfork/interceptor';
import type { Run, Trace } from '@stepfork/trace';
import type { Divergence } from '../judging/divergence.ts';
import type { Inconclusive } from '../judging/verdict.ts';
import { alsoKnown } from '../policies/known-names.ts';
import { liveNames, requireLiveNames } from '../policies/live-names.ts';
import { type PreparedReplay, prepareReplays } from '../prepare-replay.ts';
import type { ReplayOptions } from '../replay-options.ts';
import type { Replay } from '../replay-result.ts';
import { answeredIn, guessesIn, type Source, sourcesFor } from '../replay-sources.ts';
import { type FinishedReplay, type RunOptions, type RunReplay, runReplay } from '../run-replay.ts';
import { refuseLostSecrets } from '../secrets/refuse-lost-secrets.ts';
import type { Agent, Traces } from '../test-case.ts';
import { derivedTrace } from './derived-trace.ts';
import type { OnLive } from './permit.ts';
import { refuseOtherTypes } from './refuse-other-types.ts';
import { trunkOf } from './trunk-of.ts';

export interface ForkOptions extends ReplayOptions {
  /** What may run for real where no recording answers: `[tool:|model:]name`, `*` for any name. Effects never run. */
  readonly live?: readonly string[];
  /** Fields of the head that the caller knows better: agent, git, versions. */
  readonly run?: Partial<Run>;
  /** Called before a named call runs for real. */
  readonly onLive?: OnLive;
}

/** What came of making a fork. */
export type Forked =
  | { readonly kind: 'forked'; readonly fork: Trace; readonly replay: Replay; readonly bodiesRun: number }
  /** A recording answers every question: a fork would change nothing. */
  | { readonly kind: 'nothing-asked'; readonly replay: Replay }
  /** Something was asked that must not run, or was not named; nothing is to be kept. */
  | { readonly kind: 'stopped'; readonly stop: Inconclusive; readonly replay: Replay; readonly bodiesRun: number };

/**
 * Replays the agent from the recording that answers most, and lets those unseen calls run for real that were named. Effects never run; reads
 * after an effect that are not stable and calls that carry a pseudonym are refused. The fork is a recording of its own, for the same file.
 * Where answers of effects had to be borrowed, or a call was refused, it is tried again from a recording that holds those calls.
 *
 * @param runOne follows one recording; by default in this process.
 * @throws ConfigurationError before anything runs: for an effect, a name that nobody knows, and answers of another type than was recorded; where tools
 *   of an SDK were met, a name is looked for in an offline replay first;
 *   StepforkError `STEPFORK_KEY_MISSING` after the run, if a secret was met and the key of the recording is not at hand
 */
export async function forkOnDemand(
  traces: Traces,
  agent: Agent,
  options: ForkOptions = {},
  runOne: RunReplay = runReplay,
): Promise<Forked> {
  const { live = [], run, onLive, ...rules } = options;
  const recordings = await prepareReplays(traces, agent, rules, [], live);
  const [{ known, table, answers }] = recordings;
  liveNames(live, table);
  // A tool of an SDK that is new in the code may first be heard of where a model is offered it.
  const mayShowMore = recordings.some(({ recording }) => metIn(recording).length > 0);
  if (!mayShowMore) requireLiveNames(live, known, table);
  refuseOtherTypes(
    answers,
    recordings.map(({ recording }) => recording),
  );
  const sources: Source[] = [];
  let nothingAsked: Replay | null = null;
  for (const prepared of recordings) {
    const { replay } = await runOne(prepared);
    sources.push({ prepared, replay });
    nothingAsked = replay.stop === null && guessesIn(replay) === 0 ? replay : null;
    if (nothingAsked !== null) break;
  }
  const replayed = sources.map(({ replay }) => replay.trace);
  if (mayShowMore) requireLiveNames(live, alsoKnown(known, replayed, registered()), table);
  if (nothingAsked !== null) return { kind: 'nothing-asked', replay: nothingAsked };
  const [most, ...others] = sources.toSorted((a, b) => answeredIn(b.replay) - answeredIn(a.replay));
  let best = await forkFrom(most as Source);
  // The recording that answers most may be that of the bug, whose effects had other outcomes: a run of the corrected code knows better.
  for (const source of sourcesFor(best.replay, others).slice(0, mostTries - 1)) {
    if (isWhole(best)) break;
    best = better(best, await forkFrom(source));
  }
  return best;

  async function forkFrom({ prepared, replay }: Source): Promise<Forked> {
    if (replay.stop === null) return { kind: 'nothing-asked', replay };
    return replayLive(prepared, { live, onLive, runOne }, (done) => {
      const { recording } = prepared;
      const derived = { kind: 'on-demand', of: trunkOf(recording), from: recording.run.id } as const;
      refuseLostSecrets(done.replay.trace, prepared.redaction);
      return derivedTrace(done.replay, { ...run, startedAt: recording.run.startedAt, derived });
    });
  }
}

/** From so many recordings at most a fork is tried: each costs a run in which named calls are made for real. */
const mostTries = 3;

/** It came to its end, and all answers were known. */
function isWhole({ kind, replay }: Forked): boolean {
  return kind !== 'stopped' && guessesIn(replay) === 0;
}

/** Who came to its end with fewer guesses; of equals the first. What ran for real did so for both. */
function better(first: Forked, second: Forked): Forked {
  const isBetter = second.kind !== 'stopped' && (first.kind === 'stopped' || guessesIn(second.replay) < guessesIn(first.replay));
  const chosen = isBetter ? second : first;
  return chosen.kind === 'nothing-asked' ? chosen : { ...chosen, bodiesRun: ranIn(first) + ranIn(second) };
}

function ranIn(forked: Forked): number {
  return forked.kind === 'nothing-asked' ? 0 : forked.bodiesRun;
}

/** So many streams at most that were left are asked anew: each costs another run. */
const mostCuts = 5;

export interface LiveRun {
  readonly live: readonly string[];
  readonly onLive: OnLive | undefined;
  readonly runOne: RunReplay;
}

/** One run in which named calls may run for real; once more for each stream that it wants to read further than was recorded. */
export async function replayLive(
  prepared: PreparedReplay,
  { live, onLive, runOne }: LiveRun,
  toFork: (done: FinishedReplay) => Trace,
  whatIf: Pick<RunOptions, 'whatIf'> = {},
): Promise<Forked> {
  const isLive = liveNames(live, prepared.table);
  const cuts: Divergence[] = [];
  for (;;) {
    const done = await runOne(prepared, { ...whatIf, demand: { live, cuts }, ...(onLive && { onLive }) });
    const { replay, demanded: bodiesRun } = done;
    const { stop } = replay;
    if (stop === null) return { kind: 'forked', fork: toFork(done), replay, bodiesRun };
    const cut = stop.reason === 'diverged' && stop.divergence.why === 'stream-cut' ? stop.divergence : null;
    if (cut === null || !isLive(cut.kind, cut.name) || cuts.length >= mostCuts) return { kind: 'stopped', stop, replay, bodiesRun };
    cuts.push(cut);
  }
}
