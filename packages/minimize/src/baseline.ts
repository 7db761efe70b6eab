import type { Inconclusive, Replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { confirms, type Failure, isSameFailure } from './failures/failure.ts';
import { isOwnError } from './is-own-error.ts';
import type { Spending } from './limits.ts';
import type { CandidateRun, RunCandidate, Side } from './run-candidate.ts';
import { type FailureSource, recordedFailure, seeWith } from './see-failure.ts';
import { answersAll, asked, usable } from './usable.ts';

/** Why there is nothing to make smaller. */
export type Refusal =
  /** Nothing says that the recorded run has failed. */
  | { readonly kind: 'no-failure' }
  | { readonly kind: 'not-reproduced'; readonly expected: string; readonly found: string | null }
  | { readonly kind: 'not-deterministic'; readonly first: string; readonly second: string }
  /** `stop`: what the replay came to; `null`: it did not run, or it is ours. */
  | { readonly kind: 'cannot-execute'; readonly side: Side; readonly why: string; readonly stop: Inconclusive | null }
  | { readonly kind: 'fixed-fails'; readonly why: string }
  /** The search was ended before. */
  | { readonly kind: 'ended-early' };

export type Baseline =
  | {
      readonly kind: 'confirmed';
      readonly failure: Failure;
      readonly replay: Replay;
      /** The fork that answers the corrected code; `null`: the recording itself does, as far as anything does, or there is no such code. */
      readonly fork: Trace | null;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What the corrected code did, and on which fork; `null`: on the recorded run itself. */
interface Corrected {
  readonly replay: Replay | Refusal;
  readonly fork: Trace | null;
}

/** The failure as the recording tells it, confirmed by two replays, before anything is taken out. @param forks where the corrected code may find its answers */
export async function confirmFailure(
  { recording, forks }: { readonly recording: Trace; readonly forks: readonly Trace[] },
  source: FailureSource,
  run: RunCandidate,
  spending: Spending,
): Promise<Baseline> {
  if (recording.outcome.kind === 'threw' && isOwnError(recording.outcome.error))
    return refused({ kind: 'cannot-execute', side: 'buggy', why: 'the recorded run ended with a refusal of Stepfork', stop: null });
  const { replay: fixed, fork } = source.hasFixed ? await corrected() : { replay: null, fork: null };
  if (fixed !== null && 'kind' in fixed) return refused(fixed);
  const recorded = await recordedFailure(source, recording, fixed);
  if (recorded === null) return refused({ kind: 'no-failure' });
  if ('unresolved' in recorded) return refused(fixed === null ? { kind: 'no-failure' } : { kind: 'fixed-fails', why: recorded.unresolved });

  const seen: Failure[] = [];
  let first: Replay | null = null;
  for (let time = 0; time < 2; time += 1) {
    const replay = await followed('buggy', recording);
    if ('kind' in replay) return refused(replay);
    const failure = await seeWith(source)(replay, fixed);
    const isSeen = failure !== null && !('unresolved' in failure);
    if (!isSeen || !confirms(failure, recorded)) {
      const found = failure === null ? null : 'unresolved' in failure ? failure.unresolved : failure.text;
      return refused(
        seen[0] === undefined
          ? { kind: 'not-reproduced', expected: recorded.text, found }
          : { kind: 'not-deterministic', first: seen[0].text, second: found ?? 'it does not fail' },
      );
    }
    seen.push(failure);
    first ??= replay;
  }
  const [one, other] = seen as [Failure, Failure];
  if (!isSameFailure(one, other)) return refused({ kind: 'not-deterministic', first: one.text, second: other.text });
  return { kind: 'confirmed', failure: one, replay: first as Replay, fork };

  /** On the first recording that answers all that it asks, else the first that can be followed, as a check tries them; if none can, on the recorded run. */
  async function corrected(): Promise<Corrected> {
    const all: Corrected[] = [];
    for (const fork of [null, ...forks]) {
      const replay = await followed('fixed', fork ?? recording);
      all.push({ replay, fork });
      if (answersAll(replay)) break;
    }
    return all.find(({ replay }) => answersAll(replay)) ?? all.find(({ replay }) => !('kind' in replay)) ?? (all[0] as Corrected);
  }

  async function followed(side: Side, trace: Trace): Promise<Replay | Refusal> {
    if (!spending.spend()) return { kind: 'ended-early' };
    const done = await run(asked(trace, side, 'key'), spending.signal).catch((error: unknown) => {
      if (spending.stopped !== null) return null;
      throw error;
    });
    if (done === null) return { kind: 'ended-early' };
    const replay = usable(done);
    return 'unresolved' in replay ? { kind: 'cannot-execute', side, why: replay.unresolved, stop: stopOf(done) } : replay;
  }
}

function stopOf(done: CandidateRun): Inconclusive | null {
  return done.kind === 'replayed' ? done.replay.stop : done.stop;
}

function refused(refusal: Refusal): Baseline {
  return { kind: 'refused', refusal };
}
