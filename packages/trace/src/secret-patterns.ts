/** A kind of secret that is known by how it starts. `prefix` stays in the pseudonym. */
interface TokenPattern {
  readonly rule: string;
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
  { rule: 'json-web-token', prefix: 'eyJ', body: `${word}{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}` },
  { rule: 'anthropic', prefix: 'sk-ant-(?:[a-z]{2,8}[0-9]{2}-)?', body: `${varied}${word}{8,}` },
  { rule: 'openai', prefix: 'sk-(?:proj|svcacct|admin|None)-', body: `${varied}${word}{8,}` },
  { rule: 'openrouter', prefix: 'sk-or-v1-', body: `${word}{16,}` },
  { rule: 'langfuse', prefix: 'sk-lf-', body: `${word}{16,}` },
  { rule: 'openai', prefix: 'sk-', body: `${varied}[A-Za-z0-9]{20,}` },
  { rule: 'github', prefix: 'gh[pousr]_', body: '[A-Za-z0-9]{20,}' },
  { rule: 'github', prefix: 'github_pat_', body: '[A-Za-z0-9_]{22,}' },
  { rule: 'gitlab', prefix: 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|agent|imt)-', body: `${varied}${word}{16,}` },
  { rule: 'slack', prefix: 'xox[abeoprs]-', body: `${varied}[A-Za-z0-9-]{10,}` },
  { rule: 'slack', prefix: 'xapp-', body: '[0-9]-[A-Za-z0-9-]{10,}' },
  { rule: 'slack-webhook', prefix: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/', body: '[A-Za-z0-9/_]{20,}' },
  { rule: 'discord-webhook', prefix: 'discord(?:app)?\\.com/api/webhooks/', body: '[0-9]{10,}/[A-Za-z0-9_-]{30,}' },
  { rule: 'teams-webhook', prefix: '\\.webhook\\.office\\.com/webhookb2/', body: '[A-Za-z0-9@/_-]{40,}' },
  { rule: 'aws-access-key-id', prefix: 'A(?:KIA|SIA|ROA|IDA|GPA|NPA|NVA|IPA)', body: '[A-Z0-9]{16}(?![A-Za-z0-9])' },
  { rule: 'google', prefix: 'AIza', body: `${word}{35}` },
  { rule: 'google', prefix: 'GOCSPX-', body: `${word}{20,}` },
  { rule: 'google', prefix: 'ya29\\.', body: `${word}{20,}` },
  { rule: 'npm', prefix: 'npm_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'hugging-face', prefix: 'hf_', body: `${varied}[A-Za-z0-9]{20,}` },
  { rule: 'stripe', prefix: '[rs]k_(?:live|test|prod)_', body: '[A-Za-z0-9]{10,}' },
  { rule: 'stripe', prefix: 'whsec_', body: '[A-Za-z0-9+/=]{16,}' },
  { rule: 'sendgrid', prefix: 'SG\\.', body: `${word}{16,}\\.[A-Za-z0-9_-]{16,}` },
  { rule: 'twilio', prefix: '(?:SK|AC)', body: '[0-9a-f]{32}(?![A-Za-z0-9])' },
  { rule: 'mailgun', prefix: 'key-', body: '[0-9a-f]{32}(?![A-Za-z0-9])' },
  { rule: 'docker', prefix: 'dckr_(?:pat|oat)_', body: `${word}{20,}` },
  { rule: 'digitalocean', prefix: 'do[opr]_v1_', body: '[0-9a-f]{40,}' },
  { rule: 'pypi', prefix: 'pypi-', body: `AgE${word}{40,}` },
  { rule: 'rubygems', prefix: 'rubygems_', body: '[0-9a-f]{40,}' },
  { rule: 'shopify', prefix: 'shp(?:at|ss|ca|pa)_', body: '[0-9a-fA-F]{32}' },
  { rule: 'linear', prefix: 'lin_(?:api|oauth)_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'notion', prefix: 'ntn_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'figma', prefix: 'fig[dou]_', body: `${word}{30,}` },
  { rule: 'postman', prefix: 'PMAK-', body: '[0-9a-f]{24}-[0-9a-f]{34}' },
  { rule: 'sentry', prefix: 'sntr[yu]s_', body: '[A-Za-z0-9+/=_-]{40,}' },
  { rule: 'vault', prefix: 'hv[sbr]\\.', body: `${word}{24,}` },
  { rule: 'atlassian', prefix: 'ATATT3', body: `${word}{40,}=?` },
  { rule: 'databricks', prefix: 'dapi', body: '[0-9a-f]{32}' },
  { rule: 'langsmith', prefix: 'lsv2_(?:pt|sk)_', body: '[0-9a-f_]{32,}' },
  { rule: 'groq', prefix: 'gsk_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'xai', prefix: 'xai-', body: '[A-Za-z0-9]{40,}' },
  { rule: 'replicate', prefix: 'r8_', body: '[A-Za-z0-9]{30,}' },
  { rule: 'perplexity', prefix: 'pplx-', body: '[A-Za-z0-9]{30,}' },
  { rule: 'nvidia', prefix: 'nvapi-', body: `${word}{40,}` },
  { rule: 'tavily', prefix: 'tvly-', body: `${varied}${word}{20,}` },
  { rule: 'age', prefix: 'AGE-SECRET-KEY-1', body: '[A-Z0-9]{50,}' },
  { rule: 'telegram', prefix: '[0-9]{8,10}:AA', body: `${word}{33}(?![A-Za-z0-9_-])` },
];

/**
 * All of them in one: of each, group 2n + 1 is the prefix and 2n + 2 the body. What stands before the prefix is looked at after it was
 * found, since looking there at every place would cost more than all the rest.
 */
export const anyToken: RegExp = new RegExp(
  tokenPatterns.map(({ prefix, body }) => `(${prefix})(?<=(?:^|[^A-Za-z0-9]|\\\\[nrt]|%[0-9A-Fa-f]{2})${prefix})(${body})`).join('|'),
  'g',
);

/** No token is shorter, or holds another character than these: a text without such a run is not looked at further. */
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
const isTokenCharacter: Uint8Array = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./+=:@')
  isTokenCharacter[character.charCodeAt(0)] = 1;

/** The token that a text starts with, and how much of it is the prefix; `null` if it starts with none. */
export function tokenAtStart(text: string): { readonly rule: string; readonly length: number; readonly kept: number } | null {
  anyToken.lastIndex = 0;
  const match = anyToken.exec(text);
  if (match === null || match.index > 0) return null;
  const place = match.findIndex((group, at) => at > 0 && group !== undefined);
  return { rule: tokenPatterns[(place - 1) / 2]?.rule ?? '', length: match[0].length, kept: match[place]?.length ?? 0 };
}
