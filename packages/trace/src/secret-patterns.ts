/** A kind of secret that is known by how it starts. `prefix` stays in the pseudonym. */
interface TokenPattern {
  readonly rule: string;
  /** Pairs of characters with which the prefix starts. */
  readonly first: string;
  readonly prefix: string;
  readonly body: string;
}

/** A digit or a capital within the first 40 characters: words in kebab case are no keys. */
const varied = '(?=[a-z_.-]{0,40}[A-Z0-9])';
const word = '[A-Za-z0-9_-]';

/**
 * Written after the formats that the issuers document. A prefix must not follow a letter or digit (but the escape `\n` of a JSON text), and
 * no pattern can fail after more than it looked at once: matching is linear.
 */
export const tokenPatterns: readonly TokenPattern[] = [
  { rule: 'json-web-token', first: 'ey', prefix: 'eyJ', body: `${word}{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}` },
  { rule: 'anthropic', first: 'sk', prefix: 'sk-ant-(?:[a-z]{2,8}[0-9]{2}-)?', body: `${varied}${word}{8,}` },
  { rule: 'openai', first: 'sk', prefix: 'sk-(?:proj|svcacct|admin|None)-', body: `${varied}${word}{8,}` },
  { rule: 'openrouter', first: 'sk', prefix: 'sk-or-v1-', body: `${word}{16,}` },
  { rule: 'langfuse', first: 'sk', prefix: 'sk-lf-', body: `${word}{16,}` },
  { rule: 'openai', first: 'sk', prefix: 'sk-', body: `${varied}[A-Za-z0-9]{20,}` },
  { rule: 'github', first: 'gh', prefix: 'gh[pousr]_', body: '[A-Za-z0-9]{20,}' },
  { rule: 'github', first: 'gi', prefix: 'github_pat_', body: '[A-Za-z0-9_]{22,}' },
  { rule: 'gitlab', first: 'gl', prefix: 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|agent|imt)-', body: `${varied}${word}{16,}` },
  { rule: 'slack', first: 'xo', prefix: 'xox[abeoprs]-', body: `${varied}[A-Za-z0-9-]{10,}` },
  { rule: 'slack', first: 'xa', prefix: 'xapp-', body: '[0-9]-[A-Za-z0-9-]{10,}' },
  { rule: 'slack-webhook', first: 'ho', prefix: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/', body: '[A-Za-z0-9/_]{20,}' },
  { rule: 'discord-webhook', first: 'di', prefix: 'discord(?:app)?\\.com/api/webhooks/', body: '[0-9]{10,}/[A-Za-z0-9_-]{30,}' },
  { rule: 'teams-webhook', first: 'we', prefix: 'webhook\\.office\\.com/webhookb2/', body: '[A-Za-z0-9@/_-]{40,}' },
  {
    rule: 'aws-access-key-id',
    first: 'AK AS AR AI AG AN',
    prefix: 'A(?:KIA|SIA|ROA|IDA|GPA|NPA|NVA|IPA)',
    body: '[A-Z0-9]{16}(?![A-Za-z0-9])',
  },
  { rule: 'google', first: 'AI', prefix: 'AIza', body: `${word}{35}` },
  { rule: 'google', first: 'GO', prefix: 'GOCSPX-', body: `${word}{20,}` },
  { rule: 'google', first: 'ya', prefix: 'ya29\\.', body: `${word}{20,}` },
  { rule: 'npm', first: 'np', prefix: 'npm_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'hugging-face', first: 'hf', prefix: 'hf_', body: `${varied}[A-Za-z0-9]{20,}` },
  { rule: 'stripe', first: 'sk rk', prefix: '[rs]k_(?:live|test|prod)_', body: '[A-Za-z0-9]{10,}' },
  { rule: 'stripe', first: 'wh', prefix: 'whsec_', body: '[A-Za-z0-9+/=]{16,}' },
  { rule: 'sendgrid', first: 'SG', prefix: 'SG\\.', body: `${word}{16,}\\.[A-Za-z0-9_-]{16,}` },
  { rule: 'twilio', first: 'SK AC', prefix: '(?:SK|AC)', body: '[0-9a-f]{32}(?![A-Za-z0-9])' },
  { rule: 'mailgun', first: 'ke', prefix: 'key-', body: '[0-9a-f]{32}(?![A-Za-z0-9])' },
  { rule: 'docker', first: 'dc', prefix: 'dckr_(?:pat|oat)_', body: `${word}{20,}` },
  { rule: 'digitalocean', first: 'do', prefix: 'do[opr]_v1_', body: '[0-9a-f]{40,}' },
  { rule: 'pypi', first: 'py', prefix: 'pypi-', body: `AgE${word}{40,}` },
  { rule: 'rubygems', first: 'ru', prefix: 'rubygems_', body: '[0-9a-f]{40,}' },
  { rule: 'shopify', first: 'sh', prefix: 'shp(?:at|ss|ca|pa)_', body: '[0-9a-fA-F]{32}' },
  { rule: 'linear', first: 'li', prefix: 'lin_(?:api|oauth)_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'notion', first: 'nt', prefix: 'ntn_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'figma', first: 'fi', prefix: 'fig[dou]_', body: `${word}{30,}` },
  { rule: 'postman', first: 'PM', prefix: 'PMAK-', body: '[0-9a-f]{24}-[0-9a-f]{34}' },
  { rule: 'sentry', first: 'sn', prefix: 'sntr[yu]s_', body: '[A-Za-z0-9+/=_-]{40,}' },
  { rule: 'vault', first: 'hv', prefix: 'hv[sbr]\\.', body: `${word}{24,}` },
  { rule: 'atlassian', first: 'AT', prefix: 'ATATT3', body: `${word}{40,}=?` },
  { rule: 'databricks', first: 'da', prefix: 'dapi', body: '[0-9a-f]{32}' },
  { rule: 'langsmith', first: 'ls', prefix: 'lsv2_(?:pt|sk)_', body: '[0-9a-f_]{32,}' },
  { rule: 'groq', first: 'gs', prefix: 'gsk_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'xai', first: 'xa', prefix: 'xai-', body: '[A-Za-z0-9]{40,}' },
  { rule: 'replicate', first: 'r8', prefix: 'r8_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'perplexity', first: 'pp', prefix: 'pplx-', body: '[A-Za-z0-9]{30,}' },
  { rule: 'nvidia', first: 'nv', prefix: 'nvapi-', body: `${word}{40,}` },
  { rule: 'tavily', first: 'tv', prefix: 'tvly-', body: `${varied}${word}{20,}` },
  { rule: 'age', first: 'AG', prefix: 'AGE-SECRET-KEY-1', body: '[A-Z0-9]{50,}' },
  { rule: 'telegram', first: 'digits', prefix: '[0-9]{8,10}:AA', body: `${word}{33}(?![A-Za-z0-9_-])` },
];

/** A token in a text: where it starts, how long it is, how much of it is the prefix. */
export interface Token {
  readonly rule: string;
  readonly offset: number;
  readonly length: number;
  readonly kept: number;
}

/**
 * The first token at or behind a place, `null` if there is none. Looks at every place where one may start, at two characters of it, and
 * asks the patterns only where these are the first two of a prefix.
 */
export function nextToken(text: string, from: number): Token | null {
  for (let at = from; at + shortestToken <= text.length; at++) {
    const found = starts[(text.charCodeAt(at) << 7) | text.charCodeAt(at + 1)];
    if (found === undefined || found === 0 || !isStart(text, at) || (found === digits && !isBotId(text, at))) continue;
    const token = tokenAt(text, at);
    if (token !== null) return token;
  }
  return null;
}

/** The token that starts at a place; `null` if none does. */
export function tokenAt(text: string, at: number): Token | null {
  anyToken.lastIndex = at;
  const match = anyToken.exec(text);
  if (match === null) return null;
  const place = match.findIndex((group, index) => index > 0 && group !== undefined);
  return { rule: tokenPatterns[(place - 1) / 2]?.rule ?? '', offset: at, length: match[0].length, kept: match[place]?.length ?? 0 };
}

/** A text without a run of as many characters as the shortest token has holds none, and is not looked at further. */
export function hasLongRun(text: string): boolean {
  // Looks at every 16th character only, and backwards from it where it may be part of a run.
  for (let end = shortestToken - 1; end < text.length; ) {
    let at = end;
    const start = end - shortestToken + 1;
    while (at >= start && isTokenCharacter[text.charCodeAt(at)] === 1) at--;
    if (at < start) return true;
    end = at + shortestToken;
  }
  return false;
}

const shortestToken = 16;

/** All patterns in one: of each, group 2n + 1 is the prefix and 2n + 2 the body. */
const anyToken: RegExp = new RegExp(tokenPatterns.map(({ prefix, body }) => `(${prefix})(${body})`).join('|'), 'y');

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const isLetter: Uint8Array = table(letters);
const isTokenCharacter: Uint8Array = table(`${letters}-_./+=:@`);

/** 1 for the first two characters of a prefix, 2 for two digits, with which the tokens of Telegram start. */
const starts: Uint8Array = new Uint8Array(1 << 14);
const digits = 2;
for (const { first } of tokenPatterns) {
  for (const two of first === 'digits' ? pairsOfDigits() : first.split(' ')) {
    starts[(two.charCodeAt(0) << 7) | two.charCodeAt(1)] = first === 'digits' ? digits : 1;
  }
}

function pairsOfDigits(): readonly string[] {
  return Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
}

function isBotId(text: string, at: number): boolean {
  return [8, 9, 10].some((length) => text.startsWith(':AA', at + length));
}

// Behind no letter or digit, but for those of an escape: `\n` of JSON within JSON, `%20` of a query.
function isStart(text: string, at: number): boolean {
  if (isLetter[text.charCodeAt(at - 1)] !== 1) return true;
  return (
    (text.charAt(at - 2) === '\\' && /[nrt]/.test(text.charAt(at - 1))) || /^%[0-9A-Fa-f]{2}$/.test(text.slice(Math.max(at - 3, 0), at))
  );
}

function table(characters: string): Uint8Array {
  const marks = new Uint8Array(128);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}
