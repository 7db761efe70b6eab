import type { Step } from '@stepfork/trace';
import type { RecordingIndex } from './recording-index.ts';

/** Which recorded steps have answered, and which is the next one that has not. */
export interface UsedSteps {
  isUsed(step: Step): boolean;
  /** This step alone: its answer is spoken for. */
  mark(step: Step): void;
  /** The step and what was recorded inside its body. */
  markWhole(step: Step): void;
  firstUnused(steps: readonly Step[]): Step | null;
  /** The first step of the recording that nobody asked for, outside of bodies that did not run. */
  atCursor(): Step | null;
}

/** @param index the recording as it is keyed now. */
export function createUsedSteps(index: () => RecordingIndex): UsedSteps {
  const used = new Uint8Array(index().steps.length);
  // How far a long list of steps is used up, so that a key asked ten thousand times is not searched from its beginning each time.
  const starts = new Map<readonly Step[], number>();
  let cursor = 0;
  return {
    isUsed: (step) => used[step.index] === 1,
    mark(step) {
      used[step.index] = 1;
    },
    markWhole(step) {
      used[step.index] = 1;
      for (const inner of index().below(step.index)) used[inner] = 1;
    },
    firstUnused(steps) {
      const isLong = steps.length > 8;
      let at = isLong ? (starts.get(steps) ?? 0) : 0;
      while (at < steps.length && used[steps[at]?.index ?? -1] === 1) at += 1;
      if (isLong) starts.set(steps, at);
      return steps[at] ?? null;
    },
    atCursor() {
      const { steps, isHidden } = index();
      while (cursor < steps.length && (used[cursor] === 1 || isHidden(cursor))) cursor += 1;
      return steps[cursor] ?? null;
    },
  };
}
