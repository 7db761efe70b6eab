export { createFetch, type FetchOptions } from './create-fetch.ts';
export { knownSdks } from './sdks/known-sdks.ts';
export type { Hook, HookPoint, Sdk } from './sdks/sdk.ts';
export { type Support, supportOf } from './sdks/support-of.ts';
export { type UnrecordedRequests, unrecordedRequests } from './unrecorded.ts';
