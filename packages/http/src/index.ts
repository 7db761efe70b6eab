export { createFetch, type FetchOptions } from './create-fetch.ts';
export { type UnrecordedRequests, unrecordedRequests } from './unrecorded.ts';
