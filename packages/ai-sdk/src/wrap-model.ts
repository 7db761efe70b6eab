import { StepforkError } from '@stepfork/trace';
import type { CallOptions, LanguageModel } from './language-model.ts';
import { modelCall } from './model-call.ts';

/**
 * The model, with its calls recorded: what `wrapLanguageModel` does with `stepforkMiddleware()`, for a model of any major and without an
 * import of `ai`.
 *
 * @throws StepforkError if it is no model but the name of one.
 */
export function wrapModel<M extends LanguageModel>(model: M): M {
  if (typeof (model as unknown) === 'string') {
    throw new StepforkError('STEPFORK_BOUNDARY', `The model ${String(model)} is a name, and only the SDK knows what it stands for.`, {
      hint: "Pass the model itself: the one of a provider, or gateway('…').",
    });
  }
  const { provider, modelId, specificationVersion } = model;
  const wrapped: LanguageModel = {
    specificationVersion,
    provider,
    modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (options: CallOptions) => modelCall('doGenerate', model, options, () => model.doGenerate(options as never)),
    doStream: (options: CallOptions) => modelCall('doStream', model, options, () => model.doStream(options as never)),
  };
  return wrapped as M;
}
