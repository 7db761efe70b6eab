import { isPlaceholder, looksRandom } from './credential-value.ts';
import { findAssignment } from './find-assignment.ts';
import type { Hit } from './hit.ts';
import { userAndPassword } from './user-and-password.ts';

/** Credentials that are known by what stands before them: a scheme, a name, an address. */
export function findCredentials(text: string, hits: Hit[]): void {
  keyword.lastIndex = 0;
  for (let match = keyword.exec(text); match !== null; match = keyword.exec(text)) {
    const end = keyword.lastIndex;
    keyword.lastIndex = Math.max(end, find(match[0].toLowerCase(), text, match.index, end, hits));
  }
}

/** Whether any credential could be known by what stands before it. */
export function mentionsCredentials(text: string): boolean {
  keyword.lastIndex = 0;
  return keyword.test(text);
}

/** Names of the rules, for the head of a trace. */
export const credentialRules: readonly string[] = ['address', 'private-key', 'bearer', 'basic', 'user', 'signature', 'assignment'];

/** What may show that a credential follows, each common beginning once: an engine that is given word after word takes twice the time. */
const keyword = new RegExp(
  [
    String.raw`p(?:ass(?:w|phrase|code|(?=["'\\=: ]))|w(?=d|["'\\=: ])|rivate(?:[_-]?key|-lines:))`,
    's(?:ecret|sws|shpass |igning[_-]?key|ignature=|ubscription[_-]?key)',
    String.raw`a(?:pi[ _-]?key|(?:ccess|ccount|pp|pplication)[_-]?key|uth(?:orization|(?=["'\\=])))`,
    String.raw`m(?:nemonic|aster[_-]?key|ysql )|(?:encryption|functions)[_-]?key|kennwort|jwt(?=["'\\=: ])|token`,
    String.raw`credential|cookie|bearer|basic |login[ \t]|docker login |redis-cli |[_-]pat(?=["' =:])`,
    String.raw` -(?:u |-user[ =])|:\/\/|-----begin|[?&](?:sig|key)=`,
  ].join('|'),
  'gi',
);

// Each looks at a bounded piece of text, or at one that it then takes as a whole. Returns where to go on.
function find(found: string, text: string, start: number, end: number, hits: Hit[]): number {
  switch (found) {
    case '://':
      return add('address', text, end, address, hits) || add('address', text, end, userAlone, hits);
    case '-----begin':
      return add('private-key', text, start, privateKey, hits);
    case 'ssws':
      return add('bearer', text, end, bearer, hits);
    case 'bearer':
      return add('bearer', text, end, bearer, hits) || findAssignment(text, start, end, hits);
    case 'basic ':
      return add('basic', text, end, basic, hits);
    case ' -u ':
    case ' --user ':
    case ' --user=':
      return add('user', text, end, user, hits);
    case '?key=':
    case '&key=':
    case '?sig=':
    case '&sig=':
    case 'signature=':
      return add('signature', text, end, signature, hits);
    case 'private-lines:':
      return add('private-key', text, end, puttyLines, hits);
    case 'login ':
    case 'login\t':
      return add('user', text, end, netrc, hits);
    case 'sshpass ':
    case 'docker login ':
    case 'redis-cli ':
    case 'mysql ':
      return add('user', text, end - 1, passwordFlag, hits);
    default:
      return findAssignment(text, start, end, hits);
  }
}

// Sticky; the first group is skipped, the second is the secret.
const address = /([^\s/?#@:"'`<>\\]{0,200}:)([^\s/"'`<>\\,;]{1,200})(?=@)/y;
/** An access token in the place of a user, as `git` takes it. */
const userAlone = /()([A-Za-z0-9_-]{20,200})(?=@)/y;
const user = /(["']?[^\s:"'`$]{1,200}:)(?=[^\s"'`$]{0,200}[A-Za-z])([^\s"'`$]{6,200})/y;
const privateKey =
  /(-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\{1,4}[nr]|\s){1,4}[A-Z][A-Za-z-]{2,20}: [A-Za-z0-9 ,+./()-]{1,80})*(?:\\{1,4}[nr]|\s)*)((?:[A-Za-z0-9+/=]{16,}(?:\\{1,4}[nr]|\s)*)+(?:[A-Za-z0-9+/=]{1,15}(?=(?:\\{1,4}[nr]|\s)*-----))?)/y;
const bearer = /([ \t]{1,4})(?=[A-Za-z_.~+/=-]{0,64}(?:[0-9]|[a-z][A-Z]))([A-Za-z0-9._~+/=-]{8,})/y;
const basic = /()([A-Za-z0-9+/]{8,}={0,2})/y;
const signature = /(["']?)([A-Za-z0-9%+/=_-]{16,})/y;

const puttyLines = /([ \t]{1,4}\d{1,3}(?:\\{1,4}[nr]|\s){1,4})((?:[A-Za-z0-9+/=]{16,}(?:\\{1,4}[nr]|\s)*)+)/y;
const netrc = /(\S{1,100}\s{1,10}password[ \t]{1,4})(\S{6,200})/iy;
const passwordFlag =
  /((?:(?!["'`]? -[pa])[^\r\n|;&]){0,200}["'`]? -[pa][ =]?["']?)(?=[^\s"'`$]{0,100}[0-9])(?=[^\s"'`$]{0,100}[A-Za-z])([^\s"'`$]{6,200})/y;

function add(rule: string, text: string, start: number, pattern: RegExp, hits: Hit[]): number {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  const [, before, secret] = match ?? [];
  if (before === undefined || secret === undefined || isPlaceholder(secret)) return 0;
  // "Basic information" is no header.
  if (pattern === basic && userAndPassword(secret) === null) return 0;
  if ((pattern === userAlone || pattern === signature) && !looksRandom(secret)) return 0;
  const found = secret.trimEnd();
  hits.push({ rule, offset: start + before.length, length: found.length });
  return start + before.length + found.length;
}
