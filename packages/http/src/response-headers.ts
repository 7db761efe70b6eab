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

/** The headers that are recorded. */
export function responseHeaders(headers: Headers): Readonly<Record<string, string>> {
  // Whether they list all or not: see `listedHeaders`.
  const all = [...Headers.prototype.entries.call(headers)];
  return Object.fromEntries(all.filter(([name]) => answered.has(name) || limit.test(name)));
}
