import { credentialName } from '@stepfork/trace';

/** The URL without user, password, fragment and the parameters of its query that hold credentials. */
export function urlWithoutCredentials(url: string | URL): URL {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  clean.hash = '';
  // Written anew in any case, so that it is the same with and without them.
  clean.search = new URLSearchParams([...clean.searchParams].filter(([key]) => !isCredential(key))).toString();
  return clean;
}

const credentials = /^(?:key|sig|signature|token|code|sas|x-(?:amz|goog)-(?:credential|signature|security-token|date|expires))$/i;

function isCredential(key: string): boolean {
  return credentials.test(key) || credentialName(key) !== null;
}
