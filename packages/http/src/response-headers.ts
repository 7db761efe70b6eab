import { headerKind } from '@stepfork/interceptor';

/** The headers that are recorded as those of the answer. */
export function responseHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(allOf(headers).filter(([name]) => headerKind(name) === 'listed'));
}

/** What else is recorded of the headers, since the agent may ask for it by its name. */
export function unlistedHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(allOf(headers).filter(([name]) => headerKind(name) === 'by-name'));
}

/** Whether they list all or not: see `listedHeaders`. */
function allOf(headers: Headers): readonly (readonly [string, string])[] {
  return [...Headers.prototype.entries.call(headers)];
}
