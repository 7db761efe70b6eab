import type { FrameDialect } from './frame-dialect.ts';

/** Gemini: an event of a stream is a whole answer. */
export const geminiFrames: FrameDialect = (recorded, answer) => {
  const last = recorded.findLast(({ candidates }) => Array.isArray(candidates));
  return last === undefined || !Array.isArray(answer.candidates) ? null : [{ data: { ...last, ...answer } }];
};
