export type { CallOptions, LanguageModel, ModelTraits } from './language-model.ts';
export { aiSdkPatches } from './module-patches.ts';
export { type StepforkMiddleware, stepforkMiddleware } from './stepfork-middleware.ts';
export { observeTools } from './tool-telemetry.ts';
export { wrapModel } from './wrap-model.ts';
export { type WrapToolsOptions, wrapTools } from './wrap-tools.ts';
