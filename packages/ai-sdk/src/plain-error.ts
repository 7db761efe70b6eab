import { listedHeaders } from './answer-headers.ts';

/** What is recorded of an error of a provider: the error itself, but without most of the headers of the response. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseHeaders' in error)) return error;
  const copy = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as Error;
  const value = listedHeaders(error.responseHeaders);
  Object.defineProperty(copy, 'responseHeaders', { value, enumerable: true, writable: true, configurable: true });
  return copy;
}
