import type { Interceptor } from '@stepfork/interceptor';
import { type Frame, ownFrames, ownFramesOf } from './own-frames.ts';

/** Knows where in the agent's own files an error comes from, also one that was an answer. */
export interface ThrownAt {
  readonly intercept: Interceptor;
  framesOf(error: unknown): readonly Frame[];
}

/** Between the agent's code and us stand a dozen frames of the recorder. */
const frameLimit = 40;

/**
 * Remembers where calls were made whose answer was an error: such an error is made by us, so that its own stack leads nowhere.
 *
 * @param mayThrow says of a step, once its call was ruled on, whether its answer can be an error: a stack costs as much as the rest of a call.
 */
export function watchThrown(inner: Interceptor, mayThrow: (step: number) => boolean): ThrownAt {
  const asked = new WeakMap<object, { readonly stack?: string }>();
  return {
    intercept(call, next) {
      const answer = inner(call, next);
      if (!mayThrow(call.step)) return answer;
      const here = stackHere();
      // Beside the promise that the agent gets, which is handed on as it is.
      answer.catch((error: unknown) => {
        if (typeof error === 'object' && error !== null && !asked.has(error)) asked.set(error, here);
      });
      return answer;
    },
    framesOf(error) {
      const own = ownFrames(error);
      if (own.length > 0 || typeof error !== 'object' || error === null) return own;
      return ownFramesOf(asked.get(error)?.stack ?? '');
    },
  };
}

/** Its text is made only where somebody reads it. */
function stackHere(): { readonly stack?: string } {
  const { stackTraceLimit } = Error;
  const here: { readonly stack?: string } = {};
  try {
    Error.stackTraceLimit = frameLimit;
    Error.captureStackTrace(here, stackHere);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return here;
}
