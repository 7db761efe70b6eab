import { credentialName, looksRandom } from '@stepfork/trace';

type CleanUrl = Pick<URL, 'href' | 'pathname' | 'search'>;

/** The URL without user, password, fragment and the parameters of its query that hold credentials. */
export function urlWithoutCredentials(url: string | URL): CleanUrl {
  const given = String(url);
  const known = cleaned.get(given);
  if (known !== undefined) return known;
  const { href, pathname, search } = cleanUrl(given);
  const clean = { href, pathname, search };
  if (cleaned.size >= mostKept) cleaned.clear();
  cleaned.set(given, clean);
  return clean;
}

/** A client asks the same few URLs again and again. */
const cleaned = new Map<string, CleanUrl>();
const mostKept = 500;

function cleanUrl(url: string): URL {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  clean.hash = '';
  // Written anew in any case, so that it is the same with and without them.
  clean.search = new URLSearchParams([...clean.searchParams].filter(([key, value]) => !isCredential(key, value))).toString();
  return clean;
}

const certain = /^x-(?:amz|goog)-(?:credential|signature|security-token|date|expires)$/i;
/** They hold credentials, and coupons, names of entries and places in a list, which are the question. */
const likely = /^(?:key|sig|signature|code|sas)$/i;

function isCredential(key: string, value: string): boolean {
  const name = credentialName(key);
  if (name === 'certain' || certain.test(key)) return true;
  return (name === 'likely' || likely.test(key)) && looksRandom(value);
}
