import { expect, it } from 'vitest';
import { crc32 } from '../bytes/crc32.ts';
import { packedCodec } from '../codecs/packed-codec.ts';
import { createTraceWriter } from '../writing/create-trace-writer.ts';
import { readTrace } from './read-trace.ts';
import { TraceFormatError } from './trace-format-error.ts';
import { validateTrace } from './validate-trace.ts';

const run = { id: 'r', agent: null, startedAt: '2026-03-01T09:00:00.000Z', git: null, versions: {}, policies: {}, redaction: null };
const begin = [
  { type: 'run-start', version: 1, run },
  { type: 'run-input', value: 1 },
];
const call = { kind: 'tool', name: 't', input: null, effect: false };
const start = (step: number, parent: number | null = null): object => ({ type: 'call-start', step, parent, call, atMs: 0 });
const returns = (step: number, value: unknown = null): object => ({
  type: 'call-end',
  step,
  outcome: { kind: 'returned', value },
  atMs: 0,
});
const streams = (step: number): object => ({ type: 'call-end', step, outcome: { kind: 'streaming' }, atMs: 0 });
const chunk = (step: number): object => ({ type: 'call-chunk', step, value: 1, atMs: 0 });
const streamEnd = (step: number): object => ({ type: 'stream-end', step, end: { kind: 'done' }, atMs: 0 });
const end = { type: 'run-end', outcome: { kind: 'interrupted' }, atMs: 0 };
const value = (n: number, of: unknown): object => ({ type: 'value', n, value: of });

/** Lines with right checksums, whatever they say. */
function text(...events: readonly unknown[]): string {
  return events.map((event) => line(typeof event === 'string' ? event : JSON.stringify(event))).join('');
}

function line(json: string): string {
  const content = json.slice(0, -1);
  return `${content},"crc":"${crc32(new TextEncoder().encode(content)).toString(16).padStart(8, '0')}"}\n`;
}

/** A frame with a right checksum around any bytes. */
function frame(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + payload.length);
  new DataView(bytes.buffer).setUint32(0, payload.length);
  new DataView(bytes.buffer).setUint32(4, crc32(payload));
  bytes.set(payload, 8);
  return bytes;
}

async function packed(...payloads: readonly Uint8Array[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ write: (bytes) => pieces.push(bytes.slice()) });
  writer.append({ type: 'run-start', run: { ...run, input: 1 } });
  return Buffer.concat([...pieces, ...payloads.map(frame)]);
}

const ascii = (content: string): Uint8Array => Uint8Array.from(content, (char) => char.charCodeAt(0));
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each<[string, string | Uint8Array, RegExp]>([
  ['nothing', '', /the file is empty/],
  ['a zip archive', ascii('PK\x03\x04rest'), /a zip archive/],
  ['an image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), /a PNG image/],
  ['a bundle of the Python tool', '{\n  "schema_version": "1.0", "run_id": "x"\n}', /Python/],
  ['some JSON', '{"name":"x"}', /other JSON/],
  ['some text', 'Dear diary', /another kind/],
  ['a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\n', /Git LFS/],
  [
    'a packed file that was treated as text',
    Uint8Array.of(0x89, 0x53, 0x46, 0x54, 0x0a, 0x1a, 1, 0),
    /first bytes of a packed trace are damaged/,
  ],
  ['the first bytes of a packed file', packedCodec.preamble.slice(0, 5), /ends inside its first bytes/],
  ['a packed file without an event', packedCodec.preamble, /ends before its run has started/],
])('%s is no trace', async (_, bytes, message) => {
  const error = await readTrace(bytes, { source: 'x.sftrace' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TraceFormatError);
  expect(error).toMatchObject({ message: expect.stringMatching(message), source: 'x.sftrace', hint: expect.stringMatching(/./) });
  expect((error as Error).message).toMatch(/^x\.sftrace: /);
  expect(await validateTrace(bytes)).toEqual([
    { severity: 'error', place: null, message: expect.stringMatching(new RegExp(message.source, 'i')) },
  ]);
});

it.each<[string, readonly unknown[], number, RegExp]>([
  ['a call that ends before it starts', [returns(0)], 3, /step 0 ends but has not started/],
  ['a call that ends twice', [start(0), returns(0), returns(0)], 5, /step 0 ends a second time/],
  ['a gap in the steps', [start(0), start(2)], 4, /step 2 starts where step 1 is due/],
  ['a step that starts twice', [start(0), start(0)], 4, /step 0 starts a second time/],
  ['a parent that comes later', [start(0, 1)], 3, /names step 1 as its parent/],
  ['a chunk without a stream', [start(0), chunk(0)], 4, /has not handed over a stream/],
  ['a chunk after the end of its stream', [start(0), streams(0), streamEnd(0), chunk(0)], 6, /which has ended/],
  ['a stream that ends twice', [start(0), streams(0), streamEnd(0), streamEnd(0)], 6, /which has ended/],
  ['a second run without a seal before it', begin, 3, /a second run starts/],
  ['a second input', [begin[1]], 3, /a second input/],
  ['a second end', [end, end], 4, /a second end/],
  ['a call after the end', [end, start(0)], 4, /after the end of the run/],
  ['a reference to a later value', [value(0, { $: 'ref', of: 0 })], 3, /a reference to value 0, of which there are 0 so far/],
  ['a reference to no number', [value(0, { $: 'ref', of: { toString: null } })], 3, /a reference to value \{"toString":null\}/],
  ['a value out of turn', [value(1, 'x')], 3, /value 1 stands where value 0 is due/],
  ['the same value twice', [value(0, 'x'), value(0, 'x')], 4, /value 0 stands where value 1 is due/],
  ['the beginning of a number', [value(0, 5), value(1, { $: 'ref', of: 0, first: 1 })], 4, /which has none/],
  ['more than there is of a list', [value(0, [1]), value(1, { $: 'ref', of: 0, first: 2 })], 4, /first 2 parts of value 0, which has 1/],
  [
    'a list that goes on as a text',
    [value(0, [1]), value(1, { $: 'ref', of: 0, rest: 'x' })],
    4,
    /goes on from value 0 with something else/,
  ],
  ['half a pair of surrogates', [value(0, '🙂'), value(1, { $: 'ref', of: 0, first: 1 })], 4, /cuts a surrogate pair/],
  ['a reference with more members', [value(0, [1]), value(1, { $: 'ref', of: 0, last: 1 })], 4, /an unknown member/],
  ['an unknown kind of value', [value(0, { $: 'riddle' })], 3, /unknown kind "riddle"/],
  ['a value that is nested too deep', [`{"type":"value","n":0,"value":${nested(513)}}`], 3, /nested deeper than 512/],
  ['a number without an end', ['{"type":"value","n":0,"value":1e999}'], 3, /no double holds/],
  ['an unknown event', [{ type: 'call-stop', step: 0 }], 3, /none of run-start, value/],
  ['an unknown member', [{ ...end, mood: 1 }], 3, /\/mood is unknown/],
  ['a missing member', [{ type: 'run-end', atMs: 0 }], 3, /\/outcome is missing/],
  ['a member of another type', [{ ...start(0), atMs: 'soon' }], 3, /\/atMs is no number/],
  ['an unknown outcome', [start(0), { ...returns(0), outcome: { kind: 'lost' } }], 4, /\/outcome\/kind is none of/],
  [
    'an unknown kind of stream',
    [start(0), { ...streams(0), outcome: { kind: 'streaming', stream: 'wet' } }],
    4,
    /\/outcome\/stream is none of/,
  ],
  ['an event that is no object', ['[1]'], 3, /no JSON/],
  ['no JSON at all', ['{"type":'], 3, /no JSON/],
])('refuses %s, naming the line', async (_, events, at, message) => {
  const bytes = text(...begin, ...events);
  const error = await readTrace(bytes, { source: 'x.jsonl' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TraceFormatError);
  expect(error).toMatchObject({ code: 'STEPFORK_TRACE_INVALID', place: { line: at }, message: expect.stringMatching(message) });
  const problems = await validateTrace(bytes);
  expect(problems).toContainEqual({
    severity: 'error',
    place: { line: at },
    message: expect.stringMatching(new RegExp(message.source, 'i')),
  });
});

it('refuses a second run with the same id', async () => {
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const first = text(...begin, end);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(first.replaceAll('\n', '')));
  const sealed = first + text({ type: 'seal', sha256: Buffer.from(digest).toString('hex') });
  await expect(readTrace(sealed)).resolves.toMatchObject({ sealed: true });
  await expect(readTrace(first + text({ type: 'seal', sha256 }))).rejects.toThrow(/line 4: the seal does not fit/);
  await expect(readTrace(sealed + text(...begin))).rejects.toThrow(/line 5: a second run with the id "r"/);
});

it.each<[string, Uint8Array, RegExp]>([
  ['a text longer than its frame', Uint8Array.of(0xdb, 0x7f, 0xff, 0xff, 0xff, 0x41), /longer than its frame/],
  ['a list of two billion items', Uint8Array.of(0xdd, 0x7f, 0xff, 0xff, 0xff, 1), /longer than its frame/],
  ['a map of four billion keys', Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff, 1), /longer than its frame/],
  ['lists in lists without an end', new Uint8Array(600).fill(0x91), /nested deeper than 512/],
  ['a key that is a number', Uint8Array.of(0x81, 1, 2), /a key that is no text/],
  ['a key __proto__', ascii('\x81\xa9__proto__\x80'), /a key "__proto__"/],
  ['binary data', Uint8Array.of(0xc4, 1, 0), /MessagePack 0xc4/],
  ['an extension', Uint8Array.of(0xd4, 0x72, 0x40), /MessagePack 0xd4/],
  ['an integer beyond 2^53', Uint8Array.of(0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0), /beyond 2\^53/],
  ['bytes behind the event', Uint8Array.of(0xc0, 0xc0), /bytes after the end/],
  ['an event that is no object', Uint8Array.of(0xc0), /an event that no trace has/],
  ['nothing', new Uint8Array(0), /longer than its frame/],
])('refuses a frame with %s, naming the byte', async (_, payload, message) => {
  const offset = (await packed()).length;
  const error = await readTrace(await packed(payload)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TraceFormatError);
  expect(error).toMatchObject({ place: { offset }, message: expect.stringMatching(message) });
});

it('a whole seal behind a length that leads beyond the end is an error in the report too, as it is when reading', async () => {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ write: (bytes) => pieces.push(bytes.slice()) });
  writer.append({ type: 'run-start', run: { ...run, input: 1 } });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 1 }, atMs: 1 });
  const end = Buffer.concat(pieces).length;
  await writer.close();
  const bytes = Buffer.concat(pieces);
  const [seal] = [bytes.subarray(end)];
  const broken = Buffer.concat([bytes.subarray(0, end), Uint8Array.of(0x7f, 0, 0, 0, 0, 0, 0, 0, 1), seal]);
  await expect(readTrace(broken)).rejects.toThrow(TraceFormatError);
  expect((await validateTrace(broken)).map(({ severity, place }) => [severity, place])).toContainEqual(['error', { offset: end }]);
});

it('reads up to a frame that announces two gigabytes, and allocates none of them', async () => {
  const file = await readTrace(Buffer.concat([await packed(), Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 2)]));
  expect(file).toMatchObject({ sealed: false, damage: expect.stringMatching(/2147483645 more bytes were announced/) });
});

it('a small file cannot stand for an endless value', async () => {
  const doubling = Array.from({ length: 40 }, (_, n) =>
    value(n + 1, [
      { $: 'ref', of: n },
      { $: 'ref', of: n },
    ]),
  );
  await expect(readTrace(text(...begin, value(0, 'x'.repeat(100)), ...doubling))).rejects.toThrow(/more than 536870912 characters/);
});

it('references to references are followed without recursion', async () => {
  const aliases = Array.from({ length: 20_000 }, (_, n) => value(n + 1, { $: 'ref', of: n }));
  const growing = Array.from({ length: 20_000 }, (_, n) => value(n + 20_001, { $: 'ref', of: n + 20_000, rest: [n] }));
  const file = await readTrace(text(...begin, value(0, []), ...aliases, ...growing, start(0), returns(0, { $: 'ref', of: 40_000 })));
  expect(file.trunk.steps[0]?.outcome).toEqual({ kind: 'returned', value: Array.from({ length: 20_000 }, (_, n) => n) });
});

it('refuses half of a surrogate pair in a name, which the other encoding could not carry', async () => {
  const named = text(
    ...begin,
    '{"type":"call-start","step":0,"parent":null,"call":{"kind":"tool","name":"\\ud83d","input":1,"effect":false},"atMs":0}',
  );
  await expect(readTrace(named)).rejects.toThrow(/line 3: .*call\/name has half of a surrogate pair/);
});

it('carries what people write by hand into text, in its tagged form', async () => {
  const file = await readTrace(
    text(
      ...begin,
      start(0),
      '{"type":"call-end","step":0,"outcome":{"kind":"returned","value":{"__proto__":{"x":1},"half":"\\ud83d","zero":-0}},"atMs":0}',
    ),
  );
  expect(file.trunk.steps[0]?.outcome).toEqual({
    kind: 'returned',
    value: {
      $: 'object',
      entries: [
        ['__proto__', { x: 1 }],
        ['half', { $: 'text', value: 'Pdg=' }],
        ['zero', { $: 'number', value: '-0' }],
      ],
    },
  });
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

it('line ends of Windows, a byte order mark and empty lines change nothing', async () => {
  const pieces: string[] = [];
  const writer = createTraceWriter({ encoding: 'text', write: (bytes) => pieces.push(Buffer.from(bytes).toString()) });
  writer.append({ type: 'run-start', run: { ...run, input: 'x'.repeat(100) } });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 1 }, atMs: 1 });
  await writer.close();
  const changed = `\uFEFF${pieces.join('').replaceAll('\n', '\r\n')}\r\n\n`;
  const file = await readTrace(changed);
  expect(file).toMatchObject({ sealed: true, damage: null });
  expect(file.trunk).toEqual(writer.trace());
  expect(await validateTrace(changed)).toEqual([]);
});
