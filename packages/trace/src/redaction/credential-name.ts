/**
 * Whether the name of a field, header or environment variable says that its value is a credential: `certain` for `password`, `x-api-key`,
 * `AWS_SECRET_ACCESS_KEY`; `likely` for names like `token`, which also mean other things, so that the value must look like a credential.
 */
export function credentialName(name: string): 'certain' | 'likely' | null {
  if (name.length > maxLength) return null;
  const known = cache.get(name);
  if (known !== undefined) return known;
  const found = classify(name);
  if (cache.size >= maxCached) cache.clear();
  cache.set(name, found);
  return found;
}

const maxLength = 100;
const maxCached = 2_000;
const cache: Map<string, 'certain' | 'likely' | null> = new Map();

const certain =
  /(?:apikey|apitoken|(?:access|refresh|id|auth|bearer|session|security)token|(?:access|secret|private|signing|encryption|master|account|app|application|subscription|functions)key|secret|password\d?|passwd|passwort|kennwort|passcode|passphrase|seedphrase|mnemonic|pwd|authorization)s?$|password(?:confirm(?:ation)?|repeat|again|hash|old|new|current)$|cookies?$|^pass$|^pw$|secretkeybase$/;
const likely = /token$|jwt$|credentials?$|^auth$/;
/** `DB_PASS`, `smtpPass`, `db-pw`, but no compass. */
const short = /[_-](?:pass|pw|PASS|PW)$|[a-z](?:Pass|Pw)$/;
/** Places in a list, which come back as they went. */
const cursor = /(?:page|next|continuation|sync|cursor|resume)token$/;
/** The current folder, in every environment. */
const folders: ReadonlySet<string> = new Set(['PWD', 'OLDPWD']);
/** `hasPassword`, `is_secret`: says that there is one. */
const question = /^(?:has|is|needs|requires|shows?|hides?)(?=[A-Z_-])/;
/** Personal access tokens, as `AZURE_DEVOPS_PAT`. */
const accessToken = /[_-]PAT$/;

function classify(name: string): 'certain' | 'likely' | null {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (folders.has(name) || cursor.test(letters) || question.test(name)) return null;
  return certain.test(letters) || short.test(name) ? 'certain' : likely.test(letters) || accessToken.test(name) ? 'likely' : null;
}
