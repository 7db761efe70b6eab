import { createHmac } from 'node:crypto';
import { model, record, tool } from '@stepfork/interceptor';
import { credentialFormats, ordinaryTexts } from '@stepfork/testkit';
import { createRedactor, encodeValue, type Json, scanText } from '@stepfork/trace';
import { describe, expect, it } from 'vitest';
import { redactClaim } from '../claim/redact-claim.ts';

const redactor = createRedactor({ hmac: (secret) => createHmac('sha256', 'corpus').update(secret).digest(), keyId: 'corpus' });
const secrets = credentialFormats.map(({ issuer, value, pattern, name }) => ({ issuer, name, pattern, secret: value(1), other: value(2) }));
const byForm = secrets.flatMap(({ name, ...format }) => (name === undefined ? [format] : []));
const byName = secrets.flatMap(({ name, ...format }) => (name === undefined ? [] : [{ ...format, name }]));

/** What a recorder writes for a live value, as text. */
const written = (value: unknown): string => JSON.stringify(encodeValue(value, redactor));
const json = (value: unknown): string => JSON.stringify(value);

/** Where an agent meets a key. `read` finds it again in what was written. */
interface Place {
  readonly where: string;
  readonly put: (secret: string, name: string) => unknown;
}

const anywhere: readonly Place[] = [
  { where: 'a field', put: (secret) => ({ note: secret }) },
  { where: 'a sentence', put: (secret) => `The worker uses ${secret}, which was rejected.` },
  { where: 'quotes', put: (secret) => `The worker uses "${secret}".` },
  { where: 'Markdown', put: (secret) => `Use \`${secret}\` or **${secret}**.` },
  { where: 'a line of a log', put: (secret) => `12:00:02 ${secret} rejected\n12:00:02 exit status 1` },
  { where: 'a file of variables', put: (secret) => `A=1\nWORKER_VALUE=${secret}\nB=2` },
  { where: 'a message of an error', put: (secret) => new Error(`401: the key ${secret} is not valid`) },
  { where: 'the cause of an error', put: (secret) => new Error('failed', { cause: new AggregateError([new Error(`bad ${secret}`)]) }) },
  { where: 'a field of an error', put: (secret) => Object.assign(new Error('failed'), { config: { params: secret } }) },
  { where: 'a list', put: (secret) => ['a', [secret], 'b'] },
  { where: 'a key of an object', put: (secret) => ({ [secret]: { uses: 3 } }) },
  { where: 'a key and a value of a map', put: (secret) => new Map([[secret, new Set([secret])]]) },
  { where: 'an address object', put: (secret) => new URL(`https://api.example.com/v1?ref=${encodeURIComponent(secret)}`) },
  { where: 'JSON in a string', put: (secret) => ({ arguments: json({ note: `it is ${secret}` }) }) },
  { where: 'JSON in JSON in a string', put: (secret) => json({ a: json({ b: json({ note: secret }) }) }) },
];

const withName: readonly Place[] = [
  { where: 'a field with a telling name', put: (secret, name) => ({ [name]: secret }) },
  { where: 'a header', put: (secret) => ({ headers: { Authorization: `Bearer ${secret}` } }) },
  { where: 'a header of its own', put: (secret) => ({ headers: { 'X-Api-Key': secret } }) },
  { where: 'a list of headers', put: (secret) => ['Accept', '*/*', 'X-Api-Key', secret] },
  { where: 'a header in a text', put: (secret) => `POST /v1\r\nAuthorization: Bearer ${secret}\r\nAccept: */*` },
  { where: 'curl', put: (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.com/v1` },
  { where: 'a query', put: (secret) => `https://api.example.com/v1?q=1&api_key=${encodeURIComponent(secret)}&page=2` },
  { where: 'a form', put: (secret) => `grant_type=x&client_secret=${encodeURIComponent(secret)}` },
  { where: 'a file of variables', put: (secret, name) => `A=1\n${name}=${secret}\nB=2` },
  { where: 'quoted variables', put: (secret, name) => `export ${name}="${secret}"` },
  { where: 'YAML', put: (secret, name) => `worker:\n  ${name}: ${secret}\n  size: 3` },
  { where: 'JSON in a string', put: (secret, name) => ({ arguments: json({ [name]: secret, q: 1 }) }) },
  { where: 'JSON in JSON in a string', put: (secret, name) => json({ a: json({ [name]: secret, q: 1 }) }) },
  { where: 'a name and a value', put: (secret, name) => [{ name, value: secret }] },
  { where: 'a file as bytes', put: (secret, name) => Buffer.from(`${name}=${secret}\n`) },
  { where: 'a map', put: (secret, name) => new Map([[name, secret]]) },
];

/** What was written, with the encodings of the places taken off. */
function plain(text: string): string {
  const bytes = text.replace(/"type":"Buffer","value":"([^"]*)"/g, (_, base64: string) => Buffer.from(base64, 'base64').toString('latin1'));
  return bytes.replace(/%[0-9A-F]{2}/g, (code) => decodeURIComponent(code));
}

function expectHidden(secret: string, pseudonym: string, { put, where }: Place, name: string): void {
  const text = written(put(secret, name));
  const message = `${where}: ${text}`;
  expect(plain(text), message).not.toContain(secret);
  expect(plain(text), message).not.toContain(secret.slice(-12));
  expect(plain(text), message).toContain(pseudonym);
  // Nothing around it has changed.
  expect(plain(text), message).toBe(plain(JSON.stringify(encodeValue(put(secret, name)))).replaceAll(secret, pseudonym));
  expect(scanText(text), message).toEqual([]);
  expect(written(put(pseudonym, name)), message).toBe(text);
}

function expectSameShape(secret: string, pseudonym: string, pattern: RegExp): void {
  expect(pseudonym).not.toBe(secret);
  expect(pseudonym).toHaveLength(secret.length);
  expect(pattern.exec(secret)?.[0]).toBe(secret);
  expect(pattern.exec(pseudonym)?.[0]).toBe(pseudonym);
  const separators = (text: string): string => text.replace(/[A-Za-z0-9]/g, 'x').replace(/[_-]/g, 'x');
  expect(separators(pseudonym)).toBe(separators(secret));
  expect(pseudonym).toMatch(/S-?T-?E-?P-?F-?O-?R-?K|stepfork|57e9f02c|57E9F02C|78373675/);
}

it('the corpus has 60 formats and more, and no value twice', () => {
  expect(new Set(secrets.map(({ issuer }) => issuer)).size).toBe(secrets.length);
  expect(secrets.length).toBeGreaterThanOrEqual(60);
  expect(new Set(secrets.flatMap(({ secret, other }) => [secret, other])).size).toBe(2 * secrets.length);
});

describe('a credential that has a form', () => {
  it.each(byForm)('$issuer: has one pseudonym of its shape wherever it stands', ({ secret, other, pattern }) => {
    const pseudonym = redactor.text(secret);
    expectSameShape(secret, pseudonym, pattern);
    expect(redactor.text(other)).not.toBe(pseudonym);
    for (const place of [...anywhere, ...withName]) expectHidden(secret, pseudonym, place, 'API_KEY');
  });
});

describe('a credential that only its name tells', () => {
  it.each(byName)('$issuer: has one pseudonym of its shape wherever the name stands', ({ secret, other, pattern, name }) => {
    const pseudonym = redactor.field(name, secret);
    expectSameShape(secret, pseudonym, pattern);
    expect(redactor.field(name, other)).not.toBe(pseudonym);
    for (const place of withName) expectHidden(secret, pseudonym, place, name);
  });
});

it.each(secrets)('$issuer: trace, matching and claim hold the same pseudonym', async ({ secret, name = 'note' }) => {
  const rotate = tool('rotate', ({ [name]: value }: Record<string, unknown>) => ({ [name]: value, ok: true }), { effect: true });
  const ask = model('m', async function* (request: { readonly prompt: string }) {
    yield { delta: { [name]: request.prompt } };
  });
  const trace = await record(
    async (input: Record<string, string>) => {
      for await (const chunk of await ask({ prompt: String(input[name]) })) await rotate({ [name]: chunk.delta[name] });
      return { [name]: input[name] };
    },
    { [name]: secret },
    { redactor },
  );
  const value = { [name]: redactor.field(name, secret) };
  expect(trace.run.input).toEqual(value);
  expect(trace.steps.map(({ call, outcome }) => ({ input: call.input, outcome }))).toMatchObject([
    { outcome: { chunks: [{ value: { delta: value } }] } },
    { input: value, outcome: { value: { ...value, ok: true } } },
  ]);
  expect(trace.outcome).toEqual({ kind: 'returned', value });
  const claimed: Json = { [name]: secret };
  expect(redactClaim({ returns: claimed, calls: [{ tool: 'rotate', with: claimed }] }, redactor)).toEqual({
    returns: value,
    calls: [{ tool: 'rotate', with: value }],
  });
});

it.each(ordinaryTexts)('leaves alone: %s', (_, text) => {
  for (const value of [
    text,
    { content: text },
    [text],
    json({ content: text }),
    `Look: ${text}\nThat is all.`,
    new Map([[text, text]]),
    Buffer.from(text),
  ]) {
    expect(encodeValue(value, redactor)).toEqual(encodeValue(value));
    expect(scanText(JSON.stringify(encodeValue(value)))).toEqual([]);
  }
});
