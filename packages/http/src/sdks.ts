export { knownSdks } from './sdks/known-sdks.ts';
export type { Hook, HookPoint, Sdk } from './sdks/sdk.ts';
export { type Support, supportOf } from './sdks/support-of.ts';
