import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';
import { anthropicFrames } from './anthropic-frames.ts';
import { chatFrames } from './chat-frames.ts';
import type { FrameDialect } from './frame-dialect.ts';
import { geminiFrames } from './gemini-frames.ts';
import { ollamaFrames } from './ollama-frames.ts';
import { responsesFrames } from './responses-frames.ts';

const dialects: readonly FrameDialect[] = [chatFrames, responsesFrames, anthropicFrames, geminiFrames, ollamaFrames];

/**
 * The parts of a stream that say `answer`, in the dialect of the events that were recorded.
 *
 * @param answer what the same API answers where nobody asks for a stream
 * @returns `null` where no dialect knows both
 */
export function framesOf(recorded: readonly Json[], answer: Json): readonly JsonObject[] | null {
  if (!isJsonObject(answer)) return null;
  const events = recorded.filter(isJsonObject);
  for (const dialect of dialects) {
    const frames = dialect(events, answer, recorded.at(-1));
    if (frames !== null) return frames;
  }
  return null;
}
