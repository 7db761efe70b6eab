import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';
import { isPseudonym } from './pseudonym.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { scanText } from './scan-text.ts';

const redactor: Redactor = redactorWith('key one');

function redactorWith(key: string, secrets: readonly string[] = []): Redactor {
  return createRedactor({ hmac: (secret) => createHmac('sha256', key).update(secret).digest(), keyId: 'test', secrets });
}

// Assembled, so that no scanner takes this file for a leak.
const alnum = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3fG4hJ5kL6mN7pQ8rS9tU0vW1xY2zA3bC4';
const hex = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';
const upper = 'Q2W3E4R5T6Y7U2I3O4P5';
const base64Url = (text: string): string => Buffer.from(text).toString('base64url');
const jwt = [
  base64Url('{"alg":"HS256","typ":"JWT"}'),
  base64Url('{"sub":"user-4411","email":"ann@example.com","exp":1790000000}'),
  alnum.slice(0, 43),
].join('.');
const pem = `-----BEGIN ${'PRIVATE KEY'}-----\n${`${alnum.slice(0, 64)}\n`.repeat(3)}${alnum.slice(0, 20)}==\n-----END PRIVATE KEY-----`;

const tokens: readonly (readonly [rule: string, secret: string])[] = [
  ['openai', `sk-${alnum.slice(0, 48)}`],
  ['openai', `sk-proj-${alnum.slice(0, 40)}_${alnum.slice(3, 30)}-${alnum.slice(0, 20)}`],
  ['openai', `sk-proj-${'FAKE'.repeat(5)}`],
  ['openai', `sk-svcacct-${alnum.slice(0, 40)}`],
  ['anthropic', `sk-ant-api03-${alnum}AA`],
  ['openrouter', `sk-or-v1-${hex}`],
  ['github', `ghp_${alnum.slice(0, 36)}`],
  ['github', `gho_${alnum.slice(0, 36)}`],
  ['github', `ghs_${alnum.slice(0, 36)}`],
  ['github', `ghu_${alnum.slice(0, 36)}`],
  ['github', `ghr_${alnum.slice(0, 36)}`],
  ['github', `github_pat_${alnum.slice(0, 22)}_${alnum.slice(0, 59)}`],
  ['gitlab', `glpat-${alnum.slice(0, 20)}`],
  ['slack', `xoxb-123456789012-1234567890123-${alnum.slice(0, 24)}`],
  ['slack', `xapp-1-A0123456789-1234567890123-${hex}`],
  ['slack-webhook', `hooks.slack.com/services/T01234567/B01234567/${alnum.slice(0, 24)}`],
  ['discord-webhook', `discord.com/api/webhooks/123456789012345678/${alnum.slice(0, 68)}`],
  ['aws-access-key-id', `AKIA${upper.slice(0, 16)}`],
  ['aws-access-key-id', `ASIA${upper.slice(0, 16)}`],
  ['google', `AIza${alnum.slice(0, 35)}`],
  ['google', `GOCSPX-${alnum.slice(0, 28)}`],
  ['json-web-token', jwt],
  ['npm', `npm_${alnum.slice(0, 36)}`],
  ['hugging-face', `hf_${alnum.slice(0, 34)}`],
  ['stripe', `sk_live_${alnum.slice(0, 24)}`],
  ['stripe', `rk_live_${alnum.slice(0, 24)}`],
  ['stripe', `sk_test_${alnum.slice(0, 24)}`],
  ['stripe', `whsec_${alnum.slice(0, 32)}`],
  ['sendgrid', `SG.${alnum.slice(0, 22)}.${alnum.slice(0, 43)}`],
  ['twilio', `SK${hex.slice(0, 32)}`],
  ['telegram', `1234567890:AA${alnum.slice(0, 33)}`],
  ['databricks', `dapi${hex.slice(0, 32)}`],
  ['groq', `gsk_${alnum.slice(0, 52)}`],
  ['langsmith', `lsv2_pt_${hex.slice(0, 32)}_${hex.slice(0, 10)}`],
  ['vault', `hvs.${alnum.slice(0, 60)}`],
  ['slack', `xoxc-123456789012-1234567890123-${hex}`],
  ['pinecone', `pcsk_${alnum.slice(0, 6)}_${alnum.slice(0, 60)}`],
  ['firecrawl', `fc-${hex.slice(0, 32)}`],
  ['aws-bedrock', `ABSK${alnum}${alnum}=`],
  ['google', `1//0${alnum.slice(0, 50)}`],
  ['telegram', `bot123456789:AA${alnum.slice(0, 33)}`],
  ['discord', `MT${alnum.slice(0, 24)}.GAbCdE.${alnum.slice(0, 38)}`],
  ['resend', `re_${alnum.slice(0, 8)}_${alnum.slice(0, 24)}`],
  ['brevo', `xkeysib-${hex}-${alnum.slice(0, 16)}`],
  ['supabase', `sbp_${hex.slice(0, 40)}`],
  ['grafana', `glsa_${alnum.slice(0, 32)}_1a2b3c4d`],
  ['hubspot', 'pat-na1-0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'],
  ['airtable', `pat${alnum.slice(0, 14)}.${hex}`],
  ['notion', `secret_${alnum.slice(0, 43)}`],
  ['doppler', `dp.pt.${alnum.slice(0, 43)}`],
  ['tailscale', `tskey-auth-k${alnum.slice(0, 12)}CNTRL-${alnum.slice(0, 32)}`],
];

const hostile: readonly string[] = [
  ...[
    'eyJ',
    'eyJa.',
    'sk-',
    'sk-proj-',
    'xoxb-',
    '://',
    '://a:',
    'a:b@',
    'password=',
    'password="',
    '"password":"',
    'password=\\"',
    'bearer ',
    'Bearer a',
  ],
  ...[
    'basic ',
    'secret',
    'token-',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n',
    'cookie: ',
    'cookie: a=b;',
    'a',
    '\\n',
    ' ',
    '%',
  ],
  ...['1234567890:', 'AKIA', '_', '--token ', 'STEPFORK', '?sig=', 'SG.', 'secret=', 'https://a:'],
];

const credentials: readonly (readonly [where: string, text: string, secret: string])[] = [
  ['bearer', `Authorization: Bearer ${alnum.slice(0, 24)}`, alnum.slice(0, 24)],
  ['bearer', `curl -H "Authorization: Bearer ${alnum.slice(0, 24)}" https://api.example.com`, alnum.slice(0, 24)],
  ['basic', `Authorization: Basic ${Buffer.from('ann:hunter2!').toString('base64')}`, Buffer.from('ann:hunter2!').toString('base64')],
  ['address', 'postgres://admin:s3cr3t-pw@db.internal:5432/app', 's3cr3t-pw'],
  ['address', 'amqp://guest:p@ss1@mq/', 'p@ss1'],
  ['json', '{"user":"ann","password":"correcthorse"}', 'correcthorse'],
  ['json', '{"user":"ann","password":"12345678"}', '12345678'],
  ['json in json', '{"arguments":"{\\"api_key\\":\\"hunter2hunter2\\",\\"q\\":1}"}', 'hunter2hunter2'],
  ['variables', `AWS_SECRET_ACCESS_KEY=wJalr/UtnFEMI/K7MDENG+bPxRfiCYzzzzzzKEY9\nHOME=/root`, 'wJalr/UtnFEMI/K7MDENG+bPxRfiCYzzzzzzKEY9'],
  ['variables', 'export DB_PASSWORD=correcthorse', 'correcthorse'],
  ['query', `https://api.example.com/v1?q=books&api_key=${alnum.slice(0, 12)}&page=2`, alnum.slice(0, 12)],
  ['yaml', 'database:\n  password: hunter2x\n  host: db', 'hunter2x'],
  ['code', `const client = new Client({ apiKey: '${alnum.slice(0, 20)}' })`, alnum.slice(0, 20)],
  ['flag', `deploy --token ${alnum.slice(0, 20)} --force`, alnum.slice(0, 20)],
  ['header', `X-Api-Key: ${alnum.slice(0, 20)}\r\nAccept: */*`, alnum.slice(0, 20)],
  ['cookie', 'Cookie: theme=dark; session=abc123def456', 'abc123def456'],
  ['address', `https://${alnum.slice(0, 40)}@git.example.com/o/r.git`, alnum.slice(0, 40)],
  ['user', 'curl -u ann:hunter2hunter2 https://api.example.com', 'hunter2hunter2'],
  ['user', 'curl --user "ann:hunter2hunter2" https://api.example.com', 'hunter2hunter2'],
  [
    'registry',
    `//npm.example.com/:_auth=${Buffer.from('ann:pass12345').toString('base64')}`,
    Buffer.from('ann:pass12345').toString('base64'),
  ],
  ['elements', '<password>hunter2hunter2</password>', 'hunter2hunter2'],
  ['attributes', `<add key="ApiKey" value="${alnum.slice(0, 32)}"/>`, alnum.slice(0, 32)],
  ['names and values', `{"name": "API_KEY", "value": "${alnum.slice(0, 32)}"}`, alnum.slice(0, 32)],
  ['names and values', `- name: API_KEY\n  value: ${alnum.slice(0, 32)}\n`, alnum.slice(0, 32)],
  ['prose', `My API key is ${alnum.slice(0, 32)}, keep it.`, alnum.slice(0, 32)],
  ['prose', `Use the token \`${alnum.slice(0, 32)}\` here.`, alnum.slice(0, 32)],
  ['markdown', '**Password:** hunter2hunter2', 'hunter2hunter2'],
  ['spaces', '{"password": "P@$$, w0rd!"}', 'P@$$, w0rd!'],
  ['URL-encoded', `client_secret%3D${alnum.slice(0, 30)}%26page%3D2`, alnum.slice(0, 30)],
  ['HTML', '{&quot;password&quot;:&quot;hunter2hunter2&quot;}', 'hunter2hunter2'],
  ['query', `https://maps.example.com/x?key=${alnum.slice(0, 30)}&q=1`, alnum.slice(0, 30)],
  ['Okta', `Authorization: SSWS 00${alnum.slice(0, 40)}`, `00${alnum.slice(0, 40)}`],
  ['lists', `secret_key_base: ${hex}${hex}`, `${hex}${hex}`],
  ...[
    ['netrc', 'machine api.example.com login ann password hunter2hunter2 port 1', 'hunter2hunter2'],
    ['libpq', "host=db user=ann password='hunter 2x9' dbname=app", 'hunter 2x9'],
    ['a flag', 'sshpass -p hunter2xyz ssh ann@db', 'hunter2xyz'],
    ['a flag', 'mysql -u root -phunter2xyz app', 'hunter2xyz'],
    ['a flag', 'docker login -u ann -p hunter2xyz hub.example.com', 'hunter2xyz'],
    ['a short name', 'SMTP_PASS=hunter2xyz', 'hunter2xyz'],
    ['a query', 'https://example.com/?user=ann&pass=hunter2xyz&x=1', 'hunter2xyz'],
    ['SOAP', '<wsse:Password Type="text">hunter2xyz</wsse:Password>', 'hunter2xyz'],
    ['a form', '<input type="password" value="hunter2xyz">', 'hunter2xyz'],
    ['multipart', 'Content-Disposition: form-data; name="password"\r\n\r\nhunter2xyz\r\n--x', 'hunter2xyz'],
    ['a block of YAML', 'password: >-\n  hunter2xyz\nhost: db', 'hunter2xyz'],
    ['Markdown', '- **Password**: `hunter2xyz`', 'hunter2xyz'],
    ['a table', '| password | hunter2xyz |', 'hunter2xyz'],
    ['prose', 'The password is hunter2xyz.', 'hunter2xyz'],
    ['Python', "{'password': b'hunter2xyz'}", 'hunter2xyz'],
    ['a signature', `Credential=x, SignedHeaders=host, Signature=${hex}`, hex],
    ['a signature', `https://d.example.com/a?Policy=x&Signature=${alnum}&Key-Pair-Id=K1`, alnum],
    ['PuTTY', `Private-Lines: 1\n${alnum.slice(0, 44)}\nPrivate-MAC: none`, alnum.slice(0, 44)],
  ].map(([where = '', text = '', secret = '']) => [where, text, secret] as const),
  ['signature', `https://x.blob.core.windows.net/c/b?sv=2024-01-01&sig=${alnum.slice(0, 43)}%3D`, alnum.slice(0, 43)],
];

const innocent: readonly string[] = [
  'The customer with order 9911-4411-AB paid 49.99 EUR on 2026-03-01 and asks for a refund.',
  'Order ids: ORD-2026-000123, 100000000000000001, RMA20260301X.',
  'We use sk-learn and scikit-learn-extensions-for-classification; see task-1234567890abcdef1234.',
  'Commit da39a3ee5e6b4b0d3255bfef95601890afd80709 fixed it; id 123e4567-e89b-12d3-a456-426614174000.',
  'The password: please enter at least eight characters. Forgot your password? A secret: nobody knows.',
  'max_tokens: 4096, completion_tokens=1234567, "token": "Hello", next_page_token: abc123abc123abc123abc',
  '{"usage":{"prompt_tokens":12,"completion_tokens":34},"logprobs":[{"token":" world","logprob":-0.1}]}',
  'password=password, secret=process.env.SECRET, token=$TOKEN, api_key=<your-api-key>, PASSWORD=********',
  'const password = request.body.password; authorize(token); setSecret(getSecret(name));',
  'call_abc123DEF456ghi789JKL0 toolu_01A09q90qw90lq917835lq9 chatcmpl-123abc456def789ghi msg_01XFDUDYJgAACzvnptvVoYEL',
  'Basic information about bearer bonds: Bearer authentication is described in RFC 6750.',
  'https://user@example.com/path?q=1#frag and http://localhost:3000/a@b and mailto:ann@example.com',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'npm_config_registry and hf_hub_download_with_a_long_name and key-value-store-with-long-name, AKIA is a prefix.',
  'The monkey-2026 and passkeys; cookies: 12 pieces; credentials: include; PWD=/home/ann/projects42',
  'password: string; "password": {"type": "string", "description": "at least 8 characters"}',
  'The password is required. The token is valid until 2026-03-01T09:00:00Z. Is the secret that 3 eggs are enough?',
  '{"name":"password","type":"string"} {"key":"token","value":"EUR"} {"key":"order_id","value":"ORD-2026-000123"}',
  '{"password":"Your password must have at least 12 characters, with 1 digit."} hasPassword: yes1yes {"pwd":"/home/ann/project1"}',
  'sort -u file1:2; docker run -u 1000:1000; --user root; https://maps.example.com/?key=value&sort=key https://0f1e2d3c@example.com',
  'pat-na1 re_3MmlLrLkdIwHu7ix0snN0B15 fc_0f1e2d3c4b5a69788796 xoxo-love-and-kisses-2026 sk.eyJ secret_name v1.0-beta 1//0',
  'primary_key: id_1234567 publicKey: "MFkwEwYHKoZIzj0C" idempotency_key: 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0 keyboard=qwerty12',
  '<input type="password" name="password"> <token>abc</token> if (a.secret>b1c2d3e4) x = 1',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= integrity; E.164 +491701234567; IBAN DE89370400440532013000',
];

describe('tokens that are known by their form', () => {
  test.each(tokens)('%s: %s', (rule, secret) => {
    for (const text of [secret, `The key is ${secret}.`, `{"content":"line\\n${secret}\\nend"}`, `"${secret}"`]) {
      expect(scanText(text).map((hit) => [hit.rule, text.slice(hit.offset, hit.offset + hit.length)])).toEqual([[rule, secret]]);
      const clean = redactor.text(text);
      expect(clean).not.toContain(secret.slice(-16));
      expect(clean).toHaveLength(text.length);
      expect(scanText(clean)).toEqual([]);
      expect(redactor.text(clean)).toBe(clean);
      expect(isPseudonym(clean)).toBe(true);
    }
  });

  test.each(tokens)('the pseudonym for %s: %s has the same form, so an expression of the agent still matches', (rule, secret) => {
    const clean = redactor.text(secret);
    expect(findSecrets(clean, null)).toEqual([{ rule, offset: 0, length: secret.length }]);
    expect(clean.slice(0, 2)).toBe(secret.slice(0, 2));
    expect(redactorWith('another key').text(clean)).toBe(clean);
  });
});

describe('credentials that are known by what stands before them', () => {
  test.each(credentials)('%s: %s', (_, text, secret) => {
    const clean = redactor.text(text);
    expect(clean).not.toContain(secret);
    expect(clean.startsWith(text.slice(0, text.indexOf(secret)))).toBe(true);
    expect(clean.endsWith(text.slice(text.indexOf(secret) + secret.length))).toBe(true);
    expect(redactor.text(clean)).toBe(clean);
    expect(scanText(clean)).toEqual([]);
  });

  test('a private key keeps its frame, also within JSON', () => {
    for (const text of [pem, JSON.stringify({ key: pem }), JSON.stringify(JSON.stringify({ pem }))]) {
      const clean = redactor.text(text);
      expect(clean).toContain(`-----BEGIN ${'PRIVATE KEY'}-----`);
      expect(clean).toContain('-----END PRIVATE KEY-----');
      expect(clean).not.toContain(alnum.slice(0, 20));
      expect(clean).toHaveLength(text.length);
      expect(redactor.text(clean)).toBe(clean);
    }
  });
});

describe('base64', () => {
  test.each([`{"password":"hunter2hunter2"}`, `use ghp_${alnum.slice(0, 36)} here`, `PASS=1\nAPI_KEY=${alnum.slice(0, 30)}\n`, pem])(
    'of a text with a secret is the base64 of the redacted text: %s',
    (text) => {
      const encoded = Buffer.from(text).toString('base64');
      const clean = redactor.text(`data: ${encoded}`);
      expect(Buffer.from(clean.slice(6), 'base64').toString()).toBe(redactor.text(text));
      expect(redactor.text(clean)).toBe(clean);
      expect(scanText(clean)).toEqual([]);
    },
  );

  test('of user and password keeps the user, but for a key in its place', () => {
    const basic = (text: string): string => {
      const clean = redactor.field('authorization', `Basic ${Buffer.from(text).toString('base64')}`);
      expect(redactor.field('authorization', clean)).toBe(clean);
      expect(scanText(`Authorization: ${clean}`)).toEqual([]);
      return Buffer.from(clean.slice(6), 'base64').toString();
    };
    expect(basic('ann:hunter2hunter2')).toBe(`ann:${redactor.field('password', 'hunter2hunter2')}`);
    expect(basic(`x:ghp_${alnum.slice(0, 36)}`)).toBe(`x:${redactor.text(`ghp_${alnum.slice(0, 36)}`)}`);
    expect(basic(`sk_live_${alnum.slice(0, 24)}:`)).toBe(`${redactor.text(`sk_live_${alnum.slice(0, 24)}`)}:`);
  });
});

test.each(innocent)('is left as it is: %s', (text) => {
  expect(scanText(text)).toEqual([]);
  expect(redactor.text(text)).toBe(text);
});

test('equal secrets get equal pseudonyms wherever they stand, different ones and other keys different ones', () => {
  const secret = alnum.slice(0, 30);
  const seen = [
    redactor.text(`Authorization: Bearer ${secret}`).slice(-30),
    redactor.field('x-api-key', secret),
    redactor.field('authorization', `Bearer ${secret}`).slice(-30),
    redactor.text(`API_KEY=${secret}`).slice(-30),
    redactorWith('key one', [secret]).text(secret),
  ];
  expect(new Set(seen).size).toBe(1);
  expect(redactor.field('x-api-key', `${secret}x`)).not.toContain(seen[0]);
  expect(redactorWith('key two').field('x-api-key', secret)).not.toBe(seen[0]);
  expect(redactor.field('api_key', `sk-${alnum.slice(0, 48)}`)).toBe(redactor.text(`sk-${alnum.slice(0, 48)}`));
});

describe('shape and mark', () => {
  test.each([
    ['digits', '4929130066012345678901', /^78373675\d{14}$/],
    ['hex', hex.slice(0, 40), /^57e9f02c[0-9a-f]{32}$/],
    ['a UUID', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', /^57e9f02c-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
    ['lower case', 'correcthorsebatterystaple', /^stepfork[a-z]{17}$/],
    ['lower case and digits', 'correct1horse2battery3', /^stepfork[a-z0-9]{14}$/],
    ['capitals and digits', 'Q2W3E4R5T6Y7U2I3O4P5', /^STEPFORK[A-Z2-7]{12}$/],
    ['mixed', alnum.slice(0, 32), /^STEPFORK[A-Za-z0-9]{24}$/],
    ['groups', `app.${alnum.slice(0, 20)}/v2`, /^[a-z]{3}\.STEPFORK[A-Za-z0-9]{12}\/[a-z0-9]{2}$/],
    ['too short for the mark', 'hunter2', /^stepfork[a-z0-9]{8}$/],
    ['four digits', '4711', /^78373675\d{8}$/],
    ['other letters', 'пароль-надёжный-пароль', /^STEPFORK[A-Za-z0-9]{14}$/],
    ['signs', 'P@$$w0rd!P@$$w0rd!', /^STEPFORK[A-Za-z0-9]{10}$/],
  ])('%s', (_, secret, shape) => {
    const clean = redactor.field('password', secret);
    expect(clean).toMatch(shape);
    expect(redactor.field('password', clean)).toBe(clean);
  });

  test('a token for the web keeps its header and the numbers of its payload', () => {
    const [header, payload = '', signature] = redactor.text(jwt).split('.');
    expect(header).toBe(jwt.split('.')[0]);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      sub: expect.stringMatching(/^\w{9}$/),
      email: expect.stringMatching(/^\w{15}$/),
      exp: 1_790_000_000,
    });
    expect(signature).toMatch(/^STEPFORK/);
  });
});

describe('fields', () => {
  test.each([
    ['authorization', `Bearer ${alnum.slice(0, 20)}`, /^Bearer STEPFORK/],
    ['Proxy-Authorization', 'Basic YW5uOmh1bnRlcjIh', /^Basic YW5uOnN0ZXBmb3Jr[A-Za-z0-9+/]+=*$/],
    ['OPENAI_API_KEY', `sk-proj-${alnum.slice(0, 40)}`, /^sk-proj-STEPFORK/],
    ['set-cookie', 'sid=abc123def456; Path=/; HttpOnly', /^sid=stepfork[a-z0-9]{8}; Path=\/; HttpOnly$/],
    ['clientSecret', 'zzz', /^stepfork[a-z]{8}$/],
    ['private_key', pem, /^-----BEGIN PRIVATE KEY-----\n(?:.|\n)*STEPFORK(?:.|\n)*-----END PRIVATE KEY-----$/],
    ['token', alnum.slice(0, 20), /^STEPFORK/],
  ])('%s: %s', (key, value, expected) => {
    const clean = redactor.field(key, value);
    expect(clean).toMatch(expected);
    expect(redactor.field(key, clean)).toBe(clean);
  });

  test.each([
    ['token', 'Hello'],
    ['credentials', 'include'],
    ['next_page_token', alnum.slice(0, 40)],
    ['max_tokens', alnum.slice(0, 40)],
    ['password', ''],
    ['password', '********'],
    ['api_key', '$API_KEY'],
    ['secret', 'https://vault.example.com/a'],
    ['authorization', 'required'],
    ['signature', `Eq${alnum}AKIA${upper.slice(0, 16)}`],
    ['tool_call_id', `call_${alnum.slice(0, 24)}`],
    ['id', `toolu_${alnum.slice(0, 24)}`],
  ])('%s: %s stays', (key, value) => {
    expect(redactor.field(key, value)).toBe(value);
  });

  test('a key under the name of a protocol value is a secret all the same', () => {
    expect(redactor.field('signature', `sk-proj-${alnum}`)).toMatch(/^sk-proj-STEPFORK/);
  });
});

describe('values of the environment', () => {
  const secret = 'tr0ub4dor&3/x';
  const known = redactorWith('key one', [secret, 'short', 'development', 'postgres://ann:pw@db/app', 'ALLWORDSTHATAREQUITELONG']);

  test.each([secret, encodeURIComponent(secret), JSON.stringify(`${secret}"`).slice(1, -3), 'ALLWORDSTHATAREQUITELONG'])(
    '%s is found anywhere',
    (form) => {
      expect(known.text(`before ${form} after`)).toMatch(/^before \S*(?:stepfork|STEPFORK)\S* after$/);
      expect(scanText(`x ${form}`, [secret, 'ALLWORDSTHATAREQUITELONG'])).toEqual([
        { rule: 'environment', offset: 2, length: form.length },
      ]);
    },
  );

  test('what is too short or too plain to be a secret stays', () => {
    expect(known.text('short development')).toBe('short development');
  });

  test('a pseudonym that the replay puts into the environment is left alone', () => {
    const pseudonym = redactor.field('api_key', alnum.slice(0, 30));
    expect(redactorWith('key two', [pseudonym]).text(`key ${pseudonym}`)).toBe(`key ${pseudonym}`);
  });

  test('the rule stands in the list only if there are any', () => {
    expect(known.rules).toContain('environment');
    expect(redactor.rules).not.toContain('environment');
  });
});

test('redaction is idempotent, and what it left behind no scan finds', () => {
  const secret = fc.constantFrom(...tokens.map(([, one]) => one), ...credentials.map(([, one]) => one), pem);
  const piece = fc.oneof(
    secret,
    fc.string(),
    fc.constantFrom('password=', '"api_key":"', '"', '\\n', ' ', ';', '://', 'Bearer ', '=', 'secret: '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const clean = redactor.text(pieces.join(''));
      expect(redactor.text(clean)).toBe(clean);
      expect(scanText(clean)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('a field is redacted once and for all, whatever stands in it', () => {
  const key = fc.constantFrom('password', 'authorization', 'token', 'cookie', 'set-cookie', 'api_key', 'signature', 'content');
  fc.assert(
    fc.property(
      key,
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...tokens.map(([, one]) => one))),
      (name, value) => {
        const clean = redactor.field(name, value);
        expect(redactor.field(name, clean)).toBe(clean);
      },
    ),
    { numRuns: 2_000 },
  );
});

// Quadratic time would take minutes here. Each kind of text that may be looked through again and again stands in a few long ones.
test('hostile texts are looked through in linear time', { timeout: 60_000 }, () => {
  for (const seed of hostile) expect(redactor.text(seed.repeat(200_000 / seed.length)).length).toBeGreaterThan(180_000);
  for (const seed of hostile) expect(redactor.text(`${seed}aB3`.repeat(4_000)).length).toBeGreaterThan(12_000);
});

test.each(['A', 'eyJ'])('a text of millions of characters such as %j, with a secret at its end', (piece) => {
  const secret = `sk-proj-${alnum.slice(0, 40)}`;
  const long = piece.repeat(12_000_000 / piece.length);
  const clean = redactor.text(`${long} ${secret}`);
  expect([clean.length, clean.startsWith(long), clean.includes(secret)]).toEqual([long.length + 1 + secret.length, true, false]);
});

// Nine million characters in one run, after what makes an engine take them for one secret, or for the value of a field.
test.each([
  'Authorization: Bearer ',
  'Basic ',
  'https://example.com/?sig=',
  '-----BEGIN PRIVATE KEY-----\n',
  'Private-Lines: 14\n',
  'password: "',
  'ghp_',
  'sk-proj-',
  'a%20',
  '',
])('a run of millions of characters behind %j is looked through, and what follows it too', { timeout: 30_000 }, (before) => {
  const run = 'aB3d'.repeat(2_250_000);
  const secret = `sk-proj-${alnum.slice(0, 40)}`;
  const clean = redactor.text(`${before}${run} ${secret}`);
  expect([clean.includes(secret), clean.includes(redactor.text(secret))]).toEqual([false, true]);
  if (before === '') expect(clean).toContain(run);
});

test('a field of millions of characters has a pseudonym, its own one', () => {
  const [one, other] = ['a', 'b'].map((end) => redactor.field('authorization', 'aB3d'.repeat(2_250_000) + end)) as [string, string];
  expect([isPseudonym(one), isPseudonym(other), one === other]).toEqual([true, true, false]);
  expect(redactor.field('password', 'x'.repeat(9_000_000))).toHaveLength(9_000_000);
});
