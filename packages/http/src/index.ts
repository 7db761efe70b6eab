export { createFetch, type FetchOptions } from './create-fetch.ts';
export { requestHeaders } from './request-headers.ts';
export { type UnrecordedRequests, unrecordedRequests } from './unrecorded.ts';
