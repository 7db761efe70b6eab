import type { AnswerForm, RecordedParts } from '@stepfork/interceptor';
import { onAbort } from '@stepfork/interceptor';
import { recordedAnswer } from './answer-headers.ts';
import type { CallOptions, ModelTraits } from './language-model.ts';
import { plainError } from './plain-error.ts';
import { wholeAnswer } from './whole-answer.ts';

/** How an answer of `doGenerate` is taken down and made again: as one value. */
export function generateForm({ specificationVersion }: ModelTraits, { abortSignal }: CallOptions): AnswerForm {
  return {
    value: (answer) => recordedAnswer(answer as object),
    observe: (answer) => answer,
    failure: (error) => (abortSignal?.aborted === true ? null : { error: plainError(error) }),
    rebuild: (parts) => neverWhole(parts, abortSignal),
    made: (value) => wholeAnswer(value, specificationVersion),
  };
}

/** In parts there is only an answer that the agent broke off: it waits until it does so again. */
async function neverWhole(parts: RecordedParts, signal: AbortSignal | undefined): Promise<never> {
  const forget = onAbort(signal, () => parts.leave());
  await parts.next().finally(forget);
  throw signal?.reason;
}
