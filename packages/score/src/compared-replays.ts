import { type PreparedReplay, type Replay, type RunReplay, runReplay } from '@stepfork/replay';
import type { Outcome } from '@stepfork/trace';

/** Replays of one run, compared with each other. */
export interface ComparedReplays {
  readonly run: RunReplay;
  /** The last recording that was followed was followed twice, and all that can be judged was the same: whatever is claimed, the verdict repeats. */
  readonly isSteady: () => boolean;
}

/** A check repeats the verdict on one claim; this tells whether that on any other would be repeated too. */
export function comparedReplays(run: RunReplay = runReplay): ComparedReplays {
  const texts = new Map<PreparedReplay, string>();
  let isSteady = false;
  return {
    run: async (prepared, options) => {
      const done = await run(prepared, options);
      if (options !== undefined) return done;
      const text = judgedText(done.replay);
      isSteady = texts.get(prepared) === text;
      texts.set(prepared, text);
      return done;
    },
    isSteady: () => isSteady,
  };
}

/** All but times, of which no claim speaks. */
function judgedText({ trace: { steps, outcome, draws }, receipt, stop, until }: Replay): string {
  return JSON.stringify({
    ...{ outcome, stop, until },
    steps: steps.map(({ parent, call, endOrder, ...step }) => [parent, call, endOrder, step.closing?.endOrder, withoutTimes(step.outcome)]),
    draws: draws.map(({ kind, site }) => [kind, site]),
    answers: receipt.entries.map(({ how }) => how),
  });
}

function withoutTimes(outcome: Outcome): unknown {
  return outcome.kind === 'streamed' ? { ...outcome, chunks: outcome.chunks.map(({ value, endOrder }) => [value, endOrder]) } : outcome;
}
