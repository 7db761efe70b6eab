import type { CallOptions, ModelTraits } from './language-model.ts';
import { modelCall } from './model-call.ts';

/** A middleware for `wrapLanguageModel`, as each major wants it. */
export interface StepforkMiddleware {
  /** AI SDK 6 wants this very one, 7 takes it like its own, 5 has none. */
  readonly specificationVersion: 'v3';
  wrapGenerate<R>(call: MiddlewareCall & { doGenerate: () => PromiseLike<R> }): Promise<R>;
  wrapStream<R>(call: MiddlewareCall & { doStream: () => PromiseLike<R> }): Promise<R>;
}

interface MiddlewareCall {
  readonly params: CallOptions;
  readonly model: ModelTraits;
}

/**
 * A middleware by which each call of a model is one of the run that it is made in: `wrapLanguageModel({ model, middleware: stepforkMiddleware() })`.
 * Put it last in a list of middlewares, next to the model: what the others do is then the agent's, and is run in a replay too.
 */
export function stepforkMiddleware(): StepforkMiddleware {
  return {
    specificationVersion: 'v3',
    wrapGenerate: ({ doGenerate, params, model }) => modelCall('doGenerate', model, params, doGenerate),
    wrapStream: ({ doStream, params, model }) => modelCall('doStream', model, params, doStream),
  };
}
