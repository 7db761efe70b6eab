import { credentialName } from '@stepfork/trace';

/** Response headers that SDKs and agents act on. No cookies, no times, nothing of the connection: bodies are recorded as they are read. */
const answered: ReadonlySet<string> = new Set([
  'accept-ranges',
  'content-disposition',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'mcp-protocol-version',
  'mcp-session-id',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'www-authenticate',
  'x-request-id',
  'x-should-retry',
  'x-total-count',
]);

/** What is left of a quota, and when it is filled again: agents wait by it. */
const limit = /^(?:x-|anthropic-)?ratelimit(?:-|$)/;
/** Where a list goes on; where a file is sent to, and how far it has come. */
const place = /^(?:x-(?:.+-)?(?:count|cursor|limit|next|offset|page|pages|prev|total)|x-goog-upload-.+|operation-location)$/;

/** Headers of the connection, and what browsers are told. */
const ofConnection =
  /^(?:alt-svc|connection|content-security-policy.*|expect-ct|keep-alive|nel|permissions-policy|report-to|reporting-endpoints|strict-transport-security|transfer-encoding)$/;
const ofAccount = /cookie|account|organi[sz]ation|project|tenant/;

/** The headers that are recorded as those of the answer. */
export function responseHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(allOf(headers).filter(([name]) => isAnswered(name)));
}

/**
 * What else is recorded of the headers, since the agent may ask for it by its name: nothing of accounts and of the connection, and no credentials. Most
 * of it (times, names of servers) differs from day to day, so it is in no list of all headers.
 */
export function unlistedHeaders(headers: Headers): Readonly<Record<string, string>> {
  const others = allOf(headers).filter(([name]) => !isAnswered(name));
  return Object.fromEntries(others.filter(([name]) => !ofConnection.test(name) && !ofAccount.test(name) && credentialName(name) === null));
}

function isAnswered(name: string): boolean {
  return answered.has(name) || limit.test(name) || place.test(name);
}

/** Whether they list all or not: see `listedHeaders`. */
function allOf(headers: Headers): readonly (readonly [string, string])[] {
  return [...Headers.prototype.entries.call(headers)];
}
