import { createHmac } from 'node:crypto';
import { createRedactor, type Json, joinedStreamTexts, scanText } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RedactedChunk, StreamRedaction } from './stream-redaction.ts';

const spaced = 'correct horse 42 battery';
const redactor = createRedactor({
  hmac: (secret) => createHmac('sha256', 'stream').update(secret).digest(),
  keyId: 'k',
  secrets: [spaced],
});
// Assembled, so that no scanner takes this file for a leak.
const body = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3f';
const token = `ghp_${body.slice(0, 36)}`;
const key = `sk-proj-${body}`;
const pem = `-----BEGIN ${'PRIVATE KEY'}-----\n${`${body}${body.slice(0, 24)}\n`.repeat(4)}${body}==\n-----END ${'PRIVATE KEY'}-----`;

/** Cuts a text at the given places. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((one, other) => one - other);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end)).filter((piece) => piece !== '');
}

/** What comes out of a stream of chunks, and how many waited at most. */
function streamed(chunks: readonly unknown[]): {
  readonly values: readonly Json[];
  readonly mostWaiting: number;
  readonly drafts: readonly Json[];
} {
  const redaction = new StreamRedaction(redactor);
  const waiting: RedactedChunk[] = [];
  const values: Json[] = [];
  const drafts: Json[] = [];
  let mostWaiting = 0;
  const flush = (): void => {
    for (let value = waiting[0]?.final() ?? null; value !== null; value = waiting[0]?.final() ?? null) {
      values.push(value);
      waiting.shift();
    }
    mostWaiting = Math.max(mostWaiting, waiting.length);
  };
  for (const chunk of chunks) {
    waiting.push(redaction.add(chunk));
    flush();
    drafts.push([...values, ...waiting.map((one) => one.draft())]);
  }
  redaction.end();
  flush();
  expect(waiting).toEqual([]);
  return { values, mostWaiting, drafts };
}

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(token, key, pem, spaced, `${token}.`, `Bearer ${body}`, `https://ann:${body.slice(0, 9)}@db.example.com/a`),
      fc.constantFrom(
        'password=',
        '"api_key": "',
        '"',
        "'",
        ' ',
        '\n',
        ', ',
        'the order ',
        'hunter2x ',
        'token: ',
        'Cookie: sid=',
        ';',
        '{',
        '}',
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('a secret that is cut by the borders of chunks', () => {
  it.each([
    ['a token', `Use ${token} now`, token],
    ['a token at the end', `Use ${key}`, key],
    ['a named password', 'set {"password": "hunter2hunter2"} there', 'hunter2hunter2'],
    ['a password with spaces', 'set {"password": "P@$$, w0rd!x"} there', 'P@$$, w0rd!x'],
    ['a header', `Authorization: Bearer ${body}\r\nAccept: */*`, body],
    ['an address', 'see postgres://ann:s3cr3t-pw@db.internal/app for it', 's3cr3t-pw'],
    ['a private key', `the key:\n${pem}\nis it`, body],
    ['a value of the environment', `the phrase ${spaced} is it`, spaced],
    [
      'an address behind a token that hides it, until it is replaced',
      `${token}password=${key}https://ann:${body.slice(0, 9)}@db.example.com/a`,
      `:${body.slice(0, 9)}@`,
    ],
    ['a value that would be none if it were longer', `"api_key": "  0${key}  "`, body],
    ['JSON in JSON', JSON.stringify({ arguments: JSON.stringify({ api_key: body }) }), body],
    ['a cookie', 'Cookie: theme=dark; session=abc123def456; a=b', 'abc123def456'],
  ])('%s, at every place and in every two', (_, text, secret) => {
    const whole = redactor.text(text);
    expect(whole).not.toContain(secret);
    for (let at = 1; at < text.length; at++) {
      const { values } = streamed([text.slice(0, at), text.slice(at)]);
      expect(values.join('')).toBe(whole);
      // Where it was cut, but for the mark, which stays in one piece where it must.
      expect(values).toHaveLength(2);
    }
    expect(streamed([...text]).values.join('')).toBe(whole);
  });

  it('is found in the deltas of every dialect, also where two answers are interleaved', () => {
    const pieces = cut(`it is ${token} or so`, [9, 14, 30]);
    const others = cut('nothing to see in this one', [3, 8, 16]);
    const dialects: readonly ((text: string, index: number) => unknown)[] = [
      (content, index) => ({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index, delta: { content } }] }),
      (args, index) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: args } }] } }] }),
      (text, index) => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } }),
      (partial, index) => ({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: partial } }),
      (delta, index) => ({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: index, content_index: 0, delta }),
      (delta, index) => ({ type: 'text-delta', id: String(index), delta }),
    ];
    for (const dialect of dialects) {
      const { values } = streamed(pieces.flatMap((piece, at) => [dialect(piece, 0), dialect(others[at] ?? '', 1)]));
      const texts = joinedStreamTexts(values);
      expect(texts).toContain(redactor.text(`it is ${token} or so`));
      expect(texts).toContain('nothing to see in this one');
    }
  });

  it('is found in bytes', () => {
    const chunks = cut(`data: ${token}\n\n`, [8, 20]).map((piece) => Buffer.from(piece));
    expect(joinedStreamTexts(streamed(chunks).values)).toEqual([redactor.text(`data: ${token}\n\n`)]);
  });

  it('leaves no piece that looks like a secret where it stands alone', () => {
    for (let at = 1; at < token.length; at++) {
      for (const value of streamed([`api_key=${token.slice(0, at)}`, token.slice(at)]).values)
        expect(scanText(JSON.stringify(value))).toEqual([]);
    }
  });
});

it('what comes out is the redacted text, however it is cut, and no draft shows more', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
      const { values, drafts } = streamed(cut(text, places));
      const joined = values.join('');
      expect(scanText(joined)).toEqual([]);
      const whole = redactor.text(text);
      for (const secret of [token, key, spaced]) {
        const pseudonym = redactor.text(secret);
        // More where a chunk by itself looks like a secret that has no boundary in the whole text.
        expect(joined.split(pseudonym).length).toBeGreaterThanOrEqual(whole.split(pseudonym).length);
        if (!whole.includes(secret)) expect(joined).not.toContain(secret);
        for (const draft of drafts)
          expect(whole.includes(secret) || !(draft as string[]).join('').includes(secret.slice(0, 20))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

it('a text without secrets comes out as it is, and waits for one chunk at most', () => {
  const text =
    'The customer paid 49.99 EUR on 2026-03-01, and the token limit of 4096 was not reached: see order ORD-2026-0011842. '.repeat(20);
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  const { values, mostWaiting } = streamed(words.map((delta) => ({ type: 'text-delta', id: '0', delta })));
  expect(joinedStreamTexts(values).join('')).toBe(text);
  expect(mostWaiting).toBeLessThanOrEqual(1);
  expect(streamed([...text]).values).toEqual([...text]);
});

it('a long text without any space is not kept back, and takes linear time', () => {
  const base64 = Buffer.from('x'.repeat(150_000)).toString('base64');
  const pieces = base64.match(/.{1,40}/g) ?? [];
  const { values, mostWaiting } = streamed(pieces);
  expect(values.join('')).toBe(base64);
  expect(mostWaiting).toBeLessThan(60);
});
