import type { Match, Replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { Candidate, CandidateRun, Side } from './run-candidate.ts';

/** Nobody can tell what the agent would have done, in words. */
export interface Unusable {
  readonly unresolved: string;
}

/** An agent that loops ends by what it asks, not by the clock, which is not the same on each machine. */
export function asked(trace: Trace, side: Side, match: Match): Candidate {
  return { trace, side, match, maxCalls: 3 * trace.steps.length + 10 };
}

/** A replay that was followed to its end. */
export function usable(done: CandidateRun): Replay | Unusable {
  if (done.kind === 'not-run') return { unresolved: done.why };
  const { replay } = done;
  if (replay.stop !== null) return { unresolved: inWords(replay) };
  return replay;
}

/** It came to its end, and no answer in it was borrowed. */
export function answersAll(done: object): done is Replay {
  return 'receipt' in done && (done as Replay).receipt.entries.every(({ how }) => how !== 'borrowed');
}

/** An effect that was answered by an example, or by nothing: no recorded one was left. */
export function guessIn({ receipt, trace }: Replay): string | null {
  const guessed = receipt.entries.find((entry) => entry.how === 'borrowed' && (entry.by === 'example' || entry.by === 'null'));
  return guessed === undefined ? null : (trace.steps[guessed.step]?.call.name ?? 'a call');
}

function inWords({ stop }: Replay): string {
  if (stop?.reason === 'diverged' && stop.divergence.kind === 'model')
    return `it asks ${stop.divergence.name} once more than there are answers`;
  if (stop?.reason === 'diverged') return `it asks ${stop.divergence.name} what was not recorded (${stop.divergence.why})`;
  return `it could not be followed to its end (${stop?.reason ?? ''})`;
}
