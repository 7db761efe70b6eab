import { streamedStep, trace } from '@stepfork/testkit';
import { decodeValue, encodeValue, type Json, type Outcome } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rechunk } from './rechunk.ts';
import type { Streamed } from './recorded-stream.ts';

const seeds = Array.from({ length: 30 }, (_, at) => String(at));

function recorded(chunks: readonly unknown[]): Streamed {
  return trace(streamedStep('model', null, chunks)).steps[0]?.outcome as Extract<Outcome, { kind: 'streamed' }>;
}

const cut = (chunks: readonly unknown[], seed: string): readonly unknown[] =>
  rechunk(recorded(chunks), seed).outcome.chunks.map(({ value }) => decodeValue(value));

const openai = (content: string): unknown => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
});
const toolCall = (index: number, text: string): unknown => ({
  id: 'chatcmpl-1',
  choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: text } }] }, finish_reason: null }],
});
const anthropic = (text: string, index = 0): unknown => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
const responses = (sequence_number: number, delta: string, obfuscation: string): unknown => ({
  type: 'response.output_text.delta',
  item_id: 'msg_1',
  sequence_number,
  delta,
  obfuscation,
});

/** Chunks whose pieces are text, each chunk that is none by itself. */
// biome-ignore lint/suspicious/noExplicitAny: chunks of several providers.
const pieceOf = (chunk: any): string | null => {
  if (typeof chunk === 'string') return chunk;
  const delta = chunk.choices?.[0]?.delta;
  return delta?.role === undefined ? (delta?.content ?? delta?.tool_calls?.[0]?.function?.arguments ?? chunk.delta?.text ?? null) : null;
};

const streams: readonly (readonly [string, readonly unknown[]])[] = [
  ['strings', ['Hel', 'lo, ', 'wor', 'ld', '!']],
  ['one string', ['Hello, world!']],
  ['chunks that have one date', ['Hel', 'lo', ' all'].map((text) => ({ created: 1_700_000_000, choices: [{ delta: { content: text } }] }))],
  ['chunks of OpenAI', ['Hel', 'lo', ', ', 'world'].map(openai)],
  ['chunks of Anthropic', ['ha', 'ha', 'ha', '!'].map((text) => anthropic(text))],
  ['arguments of a function', ['{"ci', 'ty":"', 'Paris', '"}'].map((text) => toolCall(0, text))],
];

describe.each(streams)('%s', (_, chunks) => {
  test('are cut elsewhere, the same for the same seed, and put together to the same', () => {
    const together = chunks.map(pieceOf).join('');
    for (const seed of seeds) {
      const after = cut(chunks, seed);
      expect(after).toEqual(cut(chunks, seed));
      expect(after.map(pieceOf).join('')).toBe(together);
      expect(after).not.toEqual(chunks);
    }
    expect(new Set(seeds.map((seed) => JSON.stringify(cut(chunks, seed)))).size).toBeGreaterThan(3);
  });
});

test('what else a chunk carries stays where and as it is', () => {
  const role = { id: 'chatcmpl-1', choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] };
  const call = {
    id: 'chatcmpl-1',
    choices: [
      { index: 0, delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'get', arguments: '' } }] }, finish_reason: null },
    ],
  };
  const stop = { id: 'chatcmpl-1', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  const usage = { id: 'chatcmpl-1', choices: [], usage: { total_tokens: 3 } };
  const chunks = [role, ...['Let ', 'me ', 'see'].map(openai), call, ...['{"a"', ':1}'].map((text) => toolCall(0, text)), stop, usage];
  for (const seed of seeds) {
    const after = cut(chunks, seed);
    const kept = after.filter((chunk) => pieceOf(chunk) === null || chunk === call || JSON.stringify(chunk) === JSON.stringify(call));
    expect(kept).toEqual([role, call, stop, usage]);
    const at = after.findIndex((chunk) => JSON.stringify(chunk) === JSON.stringify(call));
    expect(after.slice(1, at).map(pieceOf).join('')).toBe('Let me see');
    expect(
      after
        .slice(at + 1, -2)
        .map(pieceOf)
        .join(''),
    ).toBe('{"a":1}');
  }
});

test.each<[string, readonly unknown[]]>([
  ['pieces of two tool calls in turn', [toolCall(0, '{"a"'), toolCall(1, '{"b"'), toolCall(0, ':1}'), toolCall(1, ':2}')]],
  ['pieces of two blocks', [anthropic('one', 0), anthropic('two', 1)]],
  ['chunks that differ in what they are', [{ type: 'start' }, { type: 'step' }, { type: 'finish' }]],
  ['chunks that differ in whose they are', [{ toolCallId: 'a' }, { toolCallId: 'b' }]],
  [
    'chunks with two texts',
    [
      { city: 'Paris', land: 'France' },
      { city: 'Rome', land: 'Italy' },
    ],
  ],
  ['numbers', [1, 2, 3]],
  ['a single object', [{ text: 'Hello' }]],
  ['nothing', []],
  ['halves of a surrogate pair', ['a\ud83d', '\ude00b'].map((half) => ({ half }))],
  ['one character', ['x']],
  ['one character of two units', ['😀']],
])('%s are not cut', (_, chunks) => {
  for (const seed of seeds) {
    expect(cut(chunks, seed)).toEqual(chunks);
    expect(rechunk(recorded(chunks), seed).paths).toEqual([]);
  }
});

test('chunks of one date may become more or fewer', () => {
  const chunks = ['Hel', 'lo', ' all'].map((content) => ({ created: 1_700_000_000, choices: [{ delta: { content } }] }));
  expect(new Set(seeds.map((seed) => cut(chunks, seed).length)).size).toBeGreaterThan(2);
});

test('numbered chunks stay as many, each with its number', () => {
  const chunks = [responses(4, 'Hello', 'x1'), responses(5, ', wor', 'y22'), responses(6, 'ld', 'z')];
  for (const seed of seeds) {
    const after = cut(chunks, seed) as readonly { readonly sequence_number: number; readonly delta: string }[];
    expect(after.map(({ sequence_number }) => sequence_number)).toEqual([4, 5, 6]);
    expect(after.map(({ delta }) => delta).join('')).toBe('Hello, world');
    expect(after).not.toEqual(chunks);
  }
});

test('a single piece between others is cut like them', () => {
  const ping = { type: 'ping' };
  const chunks = [anthropic('Hel'), anthropic('lo'), ping, anthropic(' world')];
  const after = seeds.map((seed) => cut(chunks, seed));
  expect(after.every((one) => one.filter((chunk) => pieceOf(chunk) === null).length === 1)).toBe(true);
  expect(after.some((one) => one.length - one.findIndex((chunk) => pieceOf(chunk) === null) > 2)).toBe(true);
});

test.each([
  ['Uint8Array', (text: string) => new TextEncoder().encode(text)],
  ['Buffer', (text: string) => Buffer.from(text)],
])('bytes (%s) are cut between any two of them, inside of a character too', (_, bytes) => {
  const chunks = ['größer ', '😀'].map(bytes);
  const after = seeds.map((seed) => cut(chunks, seed) as readonly Uint8Array[]);
  for (const one of after) {
    expect(Buffer.concat(one).toString()).toBe('größer 😀');
    expect(one.every((chunk) => chunk.constructor === chunks[0]?.constructor)).toBe(true);
  }
  expect(after.some((one) => one.some((chunk) => Buffer.from(chunk).toString().includes('\ufffd')))).toBe(true);
});

test('a piece comes when the last of what it is made of came', () => {
  const stream = recorded(['abc', 'def', 'ghi']);
  for (const seed of seeds) {
    let end = 0;
    for (const { value, atMs, endOrder } of rechunk(stream, seed).outcome.chunks) {
      end += (value as string).length;
      const from = stream.chunks[Math.ceil(end / 3) - 1];
      expect([atMs, endOrder]).toEqual([from?.atMs, from?.endOrder]);
    }
    expect(end).toBe(9);
  }
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
test('whatever the pieces are, the text stays the same and no character is halved', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 8 }), fc.string(), (pieces, seed) => {
      const after = rechunk(recorded(pieces), seed).outcome.chunks.map(({ value }) => value);
      expect(after.join('')).toBe(pieces.join(''));
      expect(after.map((value) => encodeValue(value))).toEqual(after as readonly Json[]);
    }),
    { numRuns: 300 },
  );
});
