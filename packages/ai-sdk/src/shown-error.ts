import { shownHeaders } from './answer-headers.ts';

/** The error of a provider as the agent gets it: in a list of its headers are those that a replay knows too. */
export function shownError(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseHeaders' in error)) return error;
  const headers = error.responseHeaders;
  // An error that cannot be changed stays as it is.
  if (typeof headers === 'object' && headers !== null)
    Reflect.set(error, 'responseHeaders', shownHeaders(headers as Readonly<Record<string, unknown>>));
  return error;
}
