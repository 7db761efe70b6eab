import { credentialName } from '@stepfork/trace';

/**
 * What is recorded of the headers of an answer. `listed`: it says something of the answer, so it is recorded and stands in a list of all headers.
 * `by-name`: it is recorded, since the agent may ask for it by its name; most of these (times, names of servers) differ from day to day, so they are in
 * no list. `hidden`: it is of accounts or of the connection, or a credential, and is not recorded.
 */
export type HeaderKind = 'listed' | 'by-name' | 'hidden';

/** @param name in lower case */
export function headerKind(name: string): HeaderKind {
  const kind = kinds.get(name) ?? kindOf(name);
  if (kinds.size >= mostKinds) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

/** The same few come with each answer. */
const kinds = new Map<string, HeaderKind>();
const mostKinds = 1_000;

function kindOf(name: string): HeaderKind {
  if (answered.has(name) || limit.test(name) || place.test(name)) return 'listed';
  return ofConnection.test(name) || ofAccount.test(name) || credentialName(name) !== null ? 'hidden' : 'by-name';
}

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
