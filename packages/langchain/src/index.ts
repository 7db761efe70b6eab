export { langchainPatches } from './module-patches.ts';
export { type WrapToolsOptions, wrapTools } from './wrap-tools.ts';
