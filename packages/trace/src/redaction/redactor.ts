import { cookieValues } from './cookie-values.ts';
import { credentialName } from './credential-name.ts';
import { isAddress, isFolder, isPlaceholder, looksRandom } from './credential-value.ts';
import { withoutEscapes } from './escapes.ts';
import { credentialRules, findCredentials } from './find-credentials.ts';
import { findSecrets, knownSecrets } from './find-secrets.ts';
import { tokenAt } from './find-token.ts';
import type { Hit } from './hit.ts';
import { jsonWebTokenPseudonym } from './json-web-token.ts';
import { decodePrintable, encodePrintable } from './printable-base64.ts';
import { isPseudonym, pseudonymOf } from './pseudonym.ts';
import { type Replacement, replacedFurther, withReplacements } from './replacements.ts';
import { settledLength, shownLength } from './settled-length.ts';
import { tokenPatterns } from './token-patterns.ts';
import { encodeUserAndPassword, userAndPassword } from './user-and-password.ts';

/** Replaces secrets by pseudonyms of the same shape. */
export interface Redactor {
  /** Names the key that makes the pseudonyms; stands in the head of a trace. */
  readonly keyId: string;
  /** Names of the rules in force. */
  readonly rules: readonly string[];
  /** The text with every secret in it replaced. */
  text(text: string): string;
  /** The value of the field `key`: all of it is a secret if the key says so (`authorization`, `password`), else like `text`. */
  field(key: string, text: string): string;
  /** The secrets of a text that goes on, as that of a stream does. Without it each chunk is looked at by itself. */
  watch?(text: string): WatchedText;
}

/** What is known of a text to which more will be added. */
export interface WatchedText {
  /** In order, none within another. */
  readonly pseudonyms: readonly { readonly offset: number; readonly length: number; readonly text: string }[];
  /** So much of the text stays as it is now, whatever follows. */
  readonly settled: number;
  /** So much can be shown while the rest is waited for; not less. */
  readonly shown: number;
}

export interface RedactorOptions {
  /** HMAC-SHA-256 of a text under the project's key. */
  readonly hmac: (secret: string) => Uint8Array;
  readonly keyId: string;
  /** Values that are secret wherever they stand, mostly those of environment variables with names like `…_API_KEY`. */
  readonly secrets?: readonly string[];
}

/**
 * A redactor. What it does to a text depends on the text, the key and the secrets only; pseudonyms are left alone.
 *
 * Values under 8 characters, and words of letters only under 16, are not looked for among `secrets`: they stand in any text.
 */
export function createRedactor({ hmac, keyId, secrets = [] }: RedactorOptions): Redactor {
  const known = knownSecrets(secrets);
  const pseudonyms = new Map<string, string>();

  function pseudonym(secret: string): string {
    if (secret.length > longestShaped) {
      const whole = hmac(secret).join();
      return pseudonymOf(secret.slice(0, longestShaped), 0, (text) => hmac(`${text}\n${whole}`));
    }
    const made = pseudonyms.get(secret) ?? makePseudonym(secret, hmac);
    if (pseudonyms.size >= maxCached) pseudonyms.clear();
    pseudonyms.set(secret, made);
    return made;
  }

  function text(source: string): string {
    return source.length < shortest ? source : withReplacements(source, replacements(source));
  }

  /** A pseudonym may be what makes its neighbour a secret (the word before it has changed), so it is looked at until nothing is left. */
  function replacements(source: string, found = findSecrets(source, known)): readonly Replacement[] {
    let [clean, hits] = [source, found];
    let made: readonly Replacement[] = [];
    for (let round = 0; round < maxRounds; round++) {
      const secrets = hits.filter(({ offset, length }) => !isPseudonym(clean.slice(offset, offset + length)));
      if (secrets.length === 0) break;
      made = replacedFurther(clean, made, secrets, pseudonym);
      clean = withReplacements(source, made);
      hits = findSecrets(clean, known);
    }
    return made;
  }

  function field(key: string, source: string): string {
    const sure = credentialName(key);
    if (sure === null) return isProtocolValue(key, source) ? source : text(source);
    if (/cookies?$/i.test(key)) {
      const values = cookieValues(source).filter(({ text: value }) => !isPseudonym(value));
      return text(
        withReplacements(
          source,
          values.map(({ at, text: value }) => ({ offset: at, length: value.length, text: pseudonym(value) })),
        ),
      );
    }
    if (isPlaceholder(source) || isAddress(source) || isFolder(key, source) || isPseudonym(source)) return text(source);
    const scheme = /^(?:Bearer|Basic|Token|Digest|ApiKey|SSWS|AWS4-HMAC-SHA256)\s+/i.exec(source)?.[0] ?? '';
    if (sure === 'likely' && !looksRandom(source.slice(scheme.length))) return text(source);
    const hits = findSecrets(source, known);
    const found = hits.reduce((sum, { length }) => sum + length, 0);
    if (found * 2 >= source.length) return text(source);
    return text(scheme + pseudonym(source.slice(scheme.length)));
  }

  function watch(source: string): WatchedText {
    const hits = findSecrets(source, known);
    const pseudonyms = replacements(source, hits);
    const settled = settledLength(source, [...hits, ...pseudonyms], known);
    return {
      pseudonyms,
      settled,
      shown: known?.forms.some((form) => form.startsWith(source.slice(settled))) ? settled : shownLength(source, settled),
    };
  }

  const rules = [
    ...new Set([...tokenPatterns.map(({ rule }) => rule), ...credentialRules, 'field', ...(known === null ? [] : ['environment'])]),
  ];
  return { keyId, rules, text, field, watch };
}

/** Of a longer secret the pseudonym is as long as this: patterns over millions of characters run out of stack. */
const longestShaped = 65_536;
const maxCached = 1_000;
const maxRounds = 8;
/** No text that is shorter holds a secret with what shows that it is one. */
const shortest = 8;

function makePseudonym(written: string, hmac: (secret: string) => Uint8Array): string {
  const { plain, escaped } = withoutEscapes(written);
  return escaped(plainPseudonym(plain, hmac));
}

function plainPseudonym(secret: string, hmac: (secret: string) => Uint8Array): string {
  const token = tokenAt(secret, 0);
  if (token !== null && token.length === secret.length) {
    return token.rule === 'json-web-token' ? jsonWebTokenPseudonym(secret, hmac) : pseudonymOf(secret, token.kept, hmac, token.keep);
  }
  const basic = userAndPassword(secret);
  const decoded = decodePrintable(secret);
  const within = decoded === null ? [] : findSecrets(decoded, null);
  if (decoded !== null && within.length > 0 && (basic === null || basic.password === '' || within.some(({ length }) => length > 0)))
    return encodePrintable(replaced(decoded, within, hmac), secret);
  if (basic === null) return pseudonymOf(secret, 0, hmac);
  // The agent makes it of the two, so it must be made of the pseudonym of the one. Some put their key into the place of the user.
  const { user, password } = basic;
  const hidesUser = password === '' || tokenAt(user, 0)?.length === user.length;
  return encodeUserAndPassword(
    hidesUser ? plainPseudonym(user, hmac) : user,
    password === '' || isPseudonym(password) ? password : plainPseudonym(password, hmac),
    secret,
  );
}

function replaced(text: string, hits: readonly Hit[], hmac: (secret: string) => Uint8Array): string {
  const made = hits.map(({ offset, length }) => {
    const secret = text.slice(offset, offset + length);
    return { offset, length, text: isPseudonym(secret) ? secret : makePseudonym(secret, hmac) };
  });
  return withReplacements(text, made);
}

/** Values that a provider's protocol wants back as they were, and which are no credentials. */
const protocolKeys: ReadonlySet<string> = new Set([
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'encryptedContent',
  'tool_call_id',
  'toolCallId',
  'tool_use_id',
  'toolUseId',
  'call_id',
  'callId',
]);

function isProtocolValue(key: string, text: string): boolean {
  if (!protocolKeys.has(key) || !/^[A-Za-z0-9+/=_.:|-]+$/.test(text) || tokenAt(text, 0) !== null) return false;
  const hits: Hit[] = [];
  findCredentials(text, hits);
  return hits.length === 0;
}
