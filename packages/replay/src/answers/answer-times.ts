import type { LiveCall, Stage } from '@stepfork/interceptor';
import type { Chunk, Step } from '@stepfork/trace';
import { realNow } from '../ambient/ambient-defaults.ts';
import type { Pace } from '../streams/recorded-stream.ts';
import type { OpenCalls } from './open-calls.ts';

/** When an answer comes, on the virtual clock. */
export interface AnswerTimes {
  /** An answer comes after the time that it took in the recording, and not before what had ended earlier. */
  dueOf(step: Step | null): Promise<void>;
  /** The same for each chunk of a stream. */
  paceOf(step: Step | null): Pace;
  /** What is heard from the world for a fork takes the time on the virtual clock that it took: a timeout wins or loses as it does there. */
  inItsTime(call: LiveCall, run: () => Promise<unknown>): Promise<unknown>;
}

/** In the body of a call, which runs in real time. */
export const atOnce: Pace = () => Promise.resolve();

export function createAnswerTimes(stage: Stage, open: OpenCalls): AnswerTimes {
  return {
    dueOf(step) {
      if (step === null || step.endedAtMs === null) return stage.until(0, null);
      return stage.until(step.endedAtMs - step.startedAtMs, step.endOrder);
    },

    paceOf(step) {
      const handedOverMs = stage.nowMs;
      return (chunk: Chunk | null) => {
        if (step === null || step.endedAtMs === null) return stage.until(0, null);
        const atMs = chunk?.atMs ?? step.closing?.atMs ?? step.endedAtMs;
        const order = chunk?.endOrder ?? step.closing?.endOrder ?? null;
        return stage.until(handedOverMs + atMs - step.endedAtMs - stage.nowMs, order);
      };
    },

    async inItsTime({ parent }, run) {
      // Inside a body everything takes the time that it takes.
      if (parent !== null) return run();
      const [startedMs, startedReallyMs] = [stage.nowMs, realNow()];
      // The clock stands until it is known when the answer is due.
      const release = stage.hold();
      try {
        return await run();
      } finally {
        const ms = startedMs + Math.round(realNow() - startedReallyMs) - stage.nowMs;
        // The body of another call that runs may wait for what the agent makes of this answer.
        if (open.isSomeBodyRunning) stage.pass(Math.max(0, ms));
        const due = open.isSomeBodyRunning || ms <= 0 ? null : stage.until(ms, null);
        release();
        await due;
      }
    },
  };
}
