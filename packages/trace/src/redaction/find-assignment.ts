import { cookieValues } from './cookie-values.ts';
import { credentialName } from './credential-name.ts';
import { isAddress, isFolder, isPlaceholder, looksRandom } from './credential-value.ts';
import type { Hit } from './hit.ts';

/**
 * A credential that is given to a name: `api_key=…`, `"password": "…"`, `X-Api-Key: …`, `--token …`, `<password>…`, also in JSON within JSON
 * and as `"name": "API_KEY", "value": "…"`.
 *
 * `start` and `end` are those of a word that such names have. Returns where to go on.
 */
export function findAssignment(text: string, start: number, end: number, hits: Hit[]): number {
  const from = edgeOfName(text, start, -1);
  const to = edgeOfName(text, end, 1);
  const name = text.slice(from, to);
  const sure = credentialName(name);
  const assigned = sure === null ? null : assignmentAt(text, to, name);
  if (sure === null || assigned === null) return to;
  // As a header or a field; "cookies: …" of a sentence is none.
  if (/cookies?$/i.test(name)) return assigned.nameQuoted || /^(?:set-)?cookie$/i.test(name) ? addCookies(text, assigned, hits) : to;
  const value = valueAt(text, assigned);
  // What stands behind may be found by another rule.
  if (value === null || !isCredential(value, sure, name, assigned)) return to;
  hits.push({ rule: 'assignment', offset: value.at, length: value.text.length });
  return value.at + value.text.length;
}

interface Assigned {
  /** Where the value starts, behind its quote and a scheme like `Bearer`. */
  readonly at: number;
  /** The quote around it, with its backslashes in JSON within JSON. */
  readonly quote: string;
  readonly nameQuoted: boolean;
  /** Nothing but `=` stood between: a file of variables, a query. */
  readonly tight: boolean;
  /** Prose: "the key is …", "the key `…`". */
  readonly loose: boolean;
}

const maxName = 64;
const maxValue = 512;

function edgeOfName(text: string, at: number, step: 1 | -1): number {
  let edge = at;
  for (let count = 0; count < maxName; count++) {
    if (isNameCharacter[text.charCodeAt(step === 1 ? edge : edge - 1)] !== 1) break;
    edge += step;
  }
  // The n of an escape: `\n` in JSON within JSON is no part of a name.
  if (step === -1 && edge < at && text.charAt(edge - 1) === '\\' && /[nrt]/.test(text.charAt(edge))) return edge + 1;
  return edge;
}

const isNameCharacter: Uint8Array = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-') isNameCharacter[character.charCodeAt(0)] = 1;

const quoteMark = String.raw`\\{0,4}["'\`]|&quot;|&#34;`;
const signs = [
  String.raw`[ \t]{0,4}:[ \t]{0,4}[|>][+-]?\r?\n[ \t]{1,12}`,
  String.raw`\*{0,2}[ \t]{0,4}(?:=>|:=|[:=]\*{0,2})[ \t]{0,4}`,
  String.raw`[ \t]{1,4}(?:is[ \t]{1,4}(?=\S)|(?=\`))`,
  '%3[AD]',
  String.raw`[ \t]{1,4}value=`,
  String.raw`(?:\r?\n){2}`,
  String.raw`(?:[ \t][^<>\r\n]{0,100})?>`,
  String.raw`[ \t]{1,4}\|[ \t]{1,4}`,
  // The name is a value itself, and what is given to it stands in the next field, line or attribute.
  String.raw`,\s{0,8}\\{0,4}["']value\\{0,4}["']\s{0,4}:\s{0,4}`,
  String.raw`\r?\n[ \t]{1,12}value:[ \t]{1,4}`,
];
const assignment = new RegExp(
  `(${quoteMark}|)(${signs.join('|')})(?:[bru](?=["']))?(${quoteMark}|)(?:(?:Bearer|Basic|Token|Digest|ApiKey|SSWS)[ \\t]{1,4})?`,
  'iy',
);
const nameOfName = /(?:name|key|type)\\{0,4}["']?(?:\s{0,4}[:=]\s{0,4})\\{0,4}["']?$/;
const flag = /()([ =])(["']?)/y;

function assignmentAt(text: string, to: number, name: string): Assigned | null {
  const pattern = name.startsWith('--') ? flag : assignment;
  pattern.lastIndex = to;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [whole, nameQuote = '', sign = '', quote = ''] = match;
  if (
    sign.endsWith('>') &&
    !sign.endsWith('=>') &&
    !/<(?:\w{1,20}:)?$/.test(text.slice(Math.max(to - name.length - 24, 0), to - name.length))
  )
    return null;
  if (/value|^(?:\r?\n){2}$/.test(sign) && !nameOfName.test(text.slice(Math.max(to - name.length - 40, 0), to - name.length))) return null;
  return {
    at: to + whole.length,
    quote,
    nameQuoted: nameQuote !== '' && nameQuote === quote,
    tight: sign === '=' || /^%3d$/i.test(sign),
    loose: pattern === assignment && /^[ \t]+(?:is|$|\|)/i.test(sign),
  };
}

const unquoted = /(?:(?!%26)[^\s"'`\\,;&<>(){}[\]|]){1,512}/iy;

function valueAt(text: string, { at, quote }: Assigned): { readonly at: number; readonly text: string } | null {
  if (quote === '') {
    unquoted.lastIndex = at;
    const value = unquoted.exec(text)?.[0].replace(/[.:?!]+$/, '');
    return value === undefined || /[([]/.test(text.charAt(at + value.length)) ? null : { at, text: value };
  }
  const piece = text.slice(at, at + maxValue);
  let end = piece.indexOf(quote);
  while (end > 0 && piece.charAt(end - 1) === '\\') end = piece.indexOf(quote, end + 1);
  return end < 0 || /[\r\n]/.test(piece.slice(0, end)) ? null : { at, text: piece.slice(0, end) };
}

function isCredential(
  { text }: { readonly text: string },
  sure: 'certain' | 'likely',
  name: string,
  { quote, nameQuoted, tight, loose }: Assigned,
): boolean {
  // What JSON writes for a line end is white space, for a quote a quote.
  const plain = text.replace(/\\+[nrtbf]/g, ' ').replace(/\\+/g, '');
  // The quote was a closing one, with JSON behind it, or the value goes on beyond the end of a text.
  if (quote !== '' && /^\s*["':,}\]]|["'][:,}\]]/.test(plain)) return false;
  if (isPlaceholder(plain) || isAddress(plain) || isFolder(name, plain)) return false;
  if (loose && /pass|pwd|pw$/i.test(name) && plain.length >= 8 && /^(?=.*[0-9])(?=.*[A-Za-z])\S+$/.test(plain)) return true;
  if (sure === 'likely' || loose) return looksRandom(plain);
  if (/\s/.test(plain))
    return quote !== '' && (/phrase/i.test(name) || ((nameQuoted || (tight && plain.trim() === plain)) && isOddText(plain)));
  if (quote !== '') return nameQuoted || text.length >= 4;
  // Code: `password=request.body.password`, `secret: secret`.
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(text) || text.toLowerCase() === name.toLowerCase()) return false;
  if (tight && /^[A-Za-z]{8,}$/.test(text)) return name === name.toUpperCase();
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]{6,}={1,2}$/.test(text)) return true;
  return text.length >= 6 && /[0-9]/.test(text) && /[A-Za-z]/.test(text);
}

// A password with a space in it, and no sentence about passwords: a word mixes letters with digits or signs.
function isOddText(text: string): boolean {
  return text.length <= 64 && /[A-Za-z][^\sA-Za-z.,:;'\u2019-]+[A-Za-z0-9]|[0-9][A-Za-z]/.test(text);
}

const cookieLine = /[^\r\n"'`\\]{1,4096}/y;
function addCookies(text: string, { at }: Assigned, hits: Hit[]): number {
  cookieLine.lastIndex = at;
  const line = cookieLine.exec(text)?.[0] ?? '';
  for (const pair of cookieValues(line)) hits.push({ rule: 'assignment', offset: at + pair.at, length: pair.text.length });
  return at + line.length;
}
