export { createFetch, type FetchOptions } from './fetch/create-fetch.ts';
export { requestHeaders } from './request/request-headers.ts';
export { type UnrecordedRequests, unrecordedRequests } from './unrecorded/unrecorded.ts';
