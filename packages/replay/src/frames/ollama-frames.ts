import { isJsonObject } from '@stepfork/trace';
import type { FrameDialect } from './frame-dialect.ts';

/** Ollama: lines, of which the last one is done. */
export const ollamaFrames: FrameDialect = (recorded, answer) => {
  const last = recorded.findLast(({ done }) => typeof done === 'boolean');
  const isAnswer = isJsonObject(answer.message) || typeof answer.response === 'string';
  return last === undefined || !isAnswer ? null : [{ line: { ...last, ...answer, done: true } }];
};
