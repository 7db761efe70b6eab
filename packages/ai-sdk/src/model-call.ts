import { type AnswerForm, currentRun, interceptCall, untilAborted } from '@stepfork/interceptor';
import { shownAnswer } from './answer-headers.ts';
import { callInput } from './call-input.ts';
import { generateForm } from './generate-form.ts';
import type { CallOptions, ModelTraits } from './language-model.ts';
import { asSdkError } from './sdk-error.ts';
import { shownError } from './shown-error.ts';
import { streamForm } from './stream-form.ts';

/** One call of a model at its boundary. Outside of a run, and in the body of another model, `body` is called and nothing else. */
export async function modelCall<R>(
  method: 'doGenerate' | 'doStream',
  model: ModelTraits,
  options: CallOptions,
  body: () => PromiseLike<R>,
): Promise<R> {
  const run = currentRun();
  if (run === null || run.inside === 'model') return body();
  const isStream = method === 'doStream';
  const form: AnswerForm = isStream ? streamForm(model, options) : generateForm(model, options);
  const name = model.modelId === '' ? 'unknown' : model.modelId;
  const call = { kind: 'model', name, input: callInput(options, isStream), effect: false, stable: false, example: null, form } as const;
  try {
    return shownAnswer(
      await untilAborted(
        options.abortSignal,
        interceptCall(call, async () => body()),
      ),
    );
  } catch (error) {
    throw asSdkError(shownError(error));
  }
}
