import type { AnswerForm } from '@stepfork/interceptor';
import type { CallOptions, ModelTraits } from './language-model.ts';
import { observeStream } from './observe-stream.ts';
import { plainError } from './plain-error.ts';
import { rebuildStream } from './rebuild-stream.ts';
import type { StreamAnswer } from './stream-answer.ts';
import { streamParts } from './stream-parts.ts';
import { wholeAnswer } from './whole-answer.ts';

/** How an answer of `doStream` is taken down and made again: its head, then part by part. */
export function streamForm({ specificationVersion }: ModelTraits, { abortSignal }: CallOptions): AnswerForm {
  return {
    observe: (answer, observer) => observeStream(answer as StreamAnswer, observer, abortSignal),
    failure: (error) => (abortSignal?.aborted === true ? null : { error: plainError(error) }),
    rebuild: (parts) => rebuildStream(parts, abortSignal),
    made: (value) => streamParts(wholeAnswer(value, specificationVersion)),
  };
}
