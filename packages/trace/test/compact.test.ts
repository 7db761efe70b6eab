import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { crc32 } from '../src/bytes/crc32.ts';
import { codecs } from '../src/codecs/codecs.ts';
import { makePackr } from '../src/codecs/make-packr.ts';
import type { TraceEvent } from '../src/event.ts';
import { currentPlatform } from '../src/platform/current-platform.ts';
import { webPlatform } from '../src/platform/web-platform.ts';
import { readBytes } from '../src/reading/read-bytes.ts';
import { readTrace } from '../src/reading/read-trace.ts';
import { TraceFormatError } from '../src/reading/trace-format-error.ts';
import { validateTrace } from '../src/reading/validate-trace.ts';
import type { TraceFile } from '../src/trace.ts';
import { createTraceWriter } from '../src/writing/create-trace-writer.ts';
import { writeTrace } from '../src/writing/write-trace.ts';
import { arbitraryEvents } from './arbitrary-events.ts';
import { eventsOf } from './events-of.ts';
import { smallRun } from './small-run.ts';

const json = (value: unknown): string => JSON.stringify(value);
const BLOCK = 0xc1;

/** As a writer hands it over, event by event. */
async function grown(events: readonly TraceEvent[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ write: (bytes) => pieces.push(bytes.slice()) });
  for (const event of events) writer.append(event);
  await writer.close();
  return Buffer.concat(pieces);
}

/** Tokens of a stream, with times as a clock gives them: about four blocks. */
function tokens(count: number): readonly TraceEvent[] {
  const call = { kind: 'model', name: 'm', input: { q: 'why' }, effect: false } as const;
  return [
    { type: 'run-start', run: smallRun({ input: 'x' }) },
    { type: 'call-start', step: 0, parent: null, call, atMs: 1 },
    { type: 'call-end', step: 0, outcome: { kind: 'streaming' }, atMs: 2 },
    ...Array.from({ length: count }, (_, at): TraceEvent => {
      const value = {
        id: 'chatcmpl-1',
        model: 'a-model',
        fingerprint: 'fp_44709d6fcb',
        choices: [{ index: 0, delta: { content: `${at % 7} ` } }],
      };
      return { type: 'call-chunk', step: 0, value, atMs: 3 + at };
    }),
    { type: 'stream-end', step: 0, end: { kind: 'done' }, atMs: 3 + count },
    { type: 'run-end', outcome: { kind: 'returned', value: 42 }, atMs: 4 + count },
  ];
}

/** Chunks of 20 KB each, of which three are a block. */
function pages(count: number): readonly TraceEvent[] {
  return tokens(count).map((event) => {
    if (event.type !== 'call-chunk') return event;
    const words = Array.from({ length: 28 }, (_, at) => crc32(Uint8Array.of(at, event.atMs)).toString(36));
    return { ...event, value: { text: words.join(' ').padEnd(1_000, '.').repeat(20) } };
  });
}

interface Part {
  readonly at: number;
  readonly end: number;
  readonly payload: Buffer;
}

function framesOf(bytes: Uint8Array): readonly Part[] {
  const all = Buffer.from(bytes);
  const parts: Part[] = [];
  for (let at = 8; at < all.length; ) {
    const end = at + 8 + all.readUInt32BE(at);
    parts.push({ at, end, payload: all.subarray(at + 8, end) });
    at = end;
  }
  return parts;
}

const isBlock = ({ payload }: Part): boolean => payload[0] === BLOCK;

describe('a compact file', () => {
  it('gives the events of the grown one, on each platform, and each is written as the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, async (events) => {
        const plain = await grown([
          ...events.filter(({ type }) => type !== 'run-end'),
          { type: 'run-end', outcome: { kind: 'interrupted' }, atMs: 9 },
        ]);
        const file = await readTrace(plain);
        const compact = await writeTrace(file, 'packed');
        expect(compact.length).toBeLessThanOrEqual(plain.length);
        const read = await readTrace(compact);
        expect(json(eventsOf(read.trunk))).toBe(json(eventsOf(file.trunk)));
        expect(read).toMatchObject({ sealed: true, damage: null });
        expect(json(await readBytes(compact, 'trace', webPlatform))).toBe(json(read));
        expect(await writeTrace(read, 'packed')).toEqual(compact);
        const text = await writeTrace(read, 'text');
        expect(text).toEqual(await writeTrace(file, 'text'));
        expect(await writeTrace(await readTrace(text), 'packed')).toEqual(compact);
      }),
      { numRuns: 150 },
    );
  });

  it('of a stream of tokens is a fraction of the grown one', async () => {
    const plain = await grown(tokens(3_000));
    const compact = await writeTrace(await readTrace(plain), 'packed');
    expect(plain.length / compact.length).toBeGreaterThan(10);
    expect(framesOf(compact).filter(isBlock).length).toBeGreaterThan(3);
    expect(await validateTrace(compact)).toEqual([]);
  });

  it('stays as it grew where nothing is gained, or where a block would stand for too much', async () => {
    const noise = Array.from({ length: 300 }, (_, at) => crc32(Uint8Array.of(at, at >> 8)).toString(36)).join('');
    for (const value of ['', noise.slice(0, 90), 'a'.repeat(1_000_000)]) {
      const plain = await grown([
        { type: 'run-start', run: smallRun() },
        { type: 'run-end', outcome: { kind: 'returned', value }, atMs: 1 },
      ]);
      const compact = await writeTrace(await readTrace(plain), 'packed');
      expect(compact.length).toBeLessThanOrEqual(plain.length);
      expect((await readTrace(compact)).trunk.outcome).toEqual({ kind: 'returned', value });
    }
  });

  it('is read again where somebody else has put the members of a run-start in another order', async () => {
    const [first = '', ...rest] = Buffer.from(await writeTrace(await readTrace(await grown(tokens(30))), 'text'))
      .toString()
      .split('\n')
      .filter((line) => !line.startsWith('{"type":"seal"'));
    const { type, version, run } = JSON.parse(first) as { readonly type: string; readonly version: number; readonly run: object };
    const packr = makePackr();
    const payloads = [
      { version, run, type },
      ...rest.filter((line) => line !== '').map((line) => ({ ...JSON.parse(line), crc: undefined })),
    ].map((event) => packr.pack(JSON.parse(JSON.stringify(event))));
    const frames = payloads.map((payload) => {
      const header = Buffer.alloc(8);
      header.writeUInt32BE(payload.length, 0);
      header.writeUInt32BE(crc32(payload), 4);
      return Buffer.concat([header, payload]);
    });
    const file = await readTrace(Buffer.concat([(await grown(tokens(1))).subarray(0, 8), ...frames]));
    expect(await readTrace(await writeTrace(file, 'packed'))).toMatchObject({
      sealed: true,
      damage: null,
      trunk: { outcome: { value: 42 } },
    });
  });

  it('is not made of bytes that were not written', async () => {
    const plain = await grown(tokens(3));
    const { compact } = codecs.packed;
    for (let at = 8; at < plain.length; at += 7) {
      const damaged = Buffer.from(plain);
      damaged[at] = (damaged[at] as number) ^ 1;
      await expect(compact?.(damaged, currentPlatform), `at ${at}`).rejects.toThrow(RangeError);
    }
  });
});

describe('damage to a compact file', () => {
  const events = pages(9);
  let compact: Uint8Array;
  let parts: readonly Part[];
  const chunksIn = ({ trunk }: TraceFile): number =>
    trunk.steps[0]?.outcome.kind === 'streamed' ? trunk.steps[0].outcome.chunks.length : 0;

  beforeAll(async () => {
    compact = await writeTrace(await readTrace(await grown(events)), 'packed');
    parts = framesOf(compact);
    expect(parts.filter(isBlock).length).toBeGreaterThan(2);
  });

  it('a file cut at any byte gives the events of all blocks before the cut', async () => {
    const counts: number[] = [];
    for (let length = 0; length < compact.length; length++) {
      const whole = parts.filter(({ end }) => end <= length).length;
      const reading = readTrace(compact.subarray(0, length));
      if (whole < 2) {
        await expect(reading, `at ${length}`).rejects.toBeInstanceOf(TraceFormatError);
        continue;
      }
      const file = await reading;
      expect(file.sealed).toBe(false);
      const read = eventsOf(file.trunk);
      expect(json(read), `at ${length}`).toBe(json(events.slice(0, read.length)));
      counts[whole] ??= chunksIn(file);
      expect(chunksIn(file), `at ${length}`).toBe(counts[whole]);
    }
    expect(counts.at(-1)).toBe(9);
    expect(new Set(counts).size).toBeGreaterThan(2);
  });

  it('every flipped bit is noticed, when reading and when validating', async () => {
    for (let bit = 0; bit < 8 * compact.length; bit += 11) {
      const damaged = compact.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      const read = await readTrace(damaged).catch((error: unknown) => error);
      if (read instanceof Error) expect(read, `bit ${bit}`).toBeInstanceOf(TraceFormatError);
      else expect(read, `bit ${bit}`).toMatchObject({ sealed: false, damage: expect.any(String) });
      expect(await validateTrace(damaged), `bit ${bit}`).not.toEqual([]);
    }
  }, 120_000);

  it('is named at the byte where the block begins', async () => {
    const { at, end } = parts.filter(isBlock)[1] as Part;
    const damaged = compact.slice();
    damaged[end - 9] = (damaged[end - 9] as number) ^ 16;
    await expect(readTrace(damaged)).rejects.toMatchObject({ code: 'STEPFORK_TRACE_DAMAGED', place: { offset: at } });
    expect(await validateTrace(damaged)).toContainEqual({
      severity: 'error',
      place: { offset: at },
      message: 'The checksum does not fit.',
    });
  });
});

describe('a block that nobody has written, under a checksum that fits', () => {
  const packr = makePackr();
  const input = packr.pack({ type: 'run-input', value: 1 });
  let head: Buffer;
  beforeAll(async () => {
    const plain = await grown([{ type: 'run-start', run: smallRun() }]);
    head = Buffer.concat([plain.subarray(0, 7), Buffer.of(2), plain.subarray(8, (framesOf(plain)[0] as Part).end)]);
  });

  const fileWith = (payload: Uint8Array): Buffer => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(payload.length, 0);
    header.writeUInt32BE(crc32(payload), 4);
    return Buffer.concat([head, header, payload]);
  };
  const block = (deflated: Uint8Array, length: number): Buffer => {
    const start = Buffer.of(BLOCK, 0, 0, 0, 0);
    start.writeUInt32BE(length, 1);
    return Buffer.concat([start, deflated]);
  };
  const blockOf = (...events: readonly Uint8Array[]): Buffer => {
    const all = Buffer.concat(events);
    return block(deflateRawSync(all), all.length);
  };

  it.each<readonly [string, () => Uint8Array, RegExp]>([
    ['that is empty', () => Buffer.of(BLOCK), /a block without events/],
    ['of no events', () => block(deflateRawSync(Buffer.alloc(0)), 0), /a block without events/],
    ['that announces too much', () => block(deflateRawSync(input), 2 ** 32 - 1), /more than 64 times as long/],
    ['that is longer than announced', () => block(deflateRawSync(Buffer.alloc(50_000_000)), input.length), /cannot be inflated/],
    ['that is shorter than announced', () => block(deflateRawSync(input), input.length + 1), /cannot be inflated/],
    ['with bytes behind its end', () => block(Buffer.concat([deflateRawSync(input), input]), input.length), /cannot be inflated/],
    ['of no DEFLATE', () => block(Buffer.from('nothing of the kind'), 20), /cannot be inflated/],
    ['in which an event is cut', () => blockOf(input, input.subarray(1)), /MessagePack|an event that|a key/],
    ['in a block', () => blockOf(blockOf(input)), /MessagePack 0xc1/],
    [
      'with the start of a run',
      () => blockOf(input, packr.pack({ type: 'run-start', version: 1 })),
      /start or the seal of a run inside a block/,
    ],
    ['with a seal', () => blockOf(input, packr.pack({ sha256: '', type: 'seal' })), /start or the seal of a run inside a block/],
  ])('%s is refused', async (_, payload, message) => {
    const bytes = fileWith(payload());
    for (const platform of [currentPlatform, webPlatform]) {
      const before = process.memoryUsage().arrayBuffers;
      await expect(readBytes(bytes, 'trace', platform)).rejects.toMatchObject({
        code: 'STEPFORK_TRACE_INVALID',
        problem: expect.stringMatching(message),
      });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000);
    }
    expect((await validateTrace(bytes)).map((one) => one.message)).toContainEqual(expect.stringMatching(new RegExp(message.source, 'i')));
  });

  it('of any bytes is refused, or is what it says', async () => {
    const chunk = packr.pack({ type: 'draw', kind: 'clock', site: 'a', value: [1, { a: 'x' }], atMs: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }), fc.boolean(), async (edits, inside) => {
        const events = Buffer.concat([input, chunk, chunk]);
        if (inside) for (const [at, byte] of edits) events[at % events.length] = byte;
        const payload = blockOf(events);
        if (!inside) for (const [at, byte] of edits) payload[1 + (at % (payload.length - 1))] = byte;
        const bytes = fileWith(payload);
        const read = await readTrace(bytes).catch((error: unknown) => error);
        if (read instanceof Error) expect(read).toBeInstanceOf(TraceFormatError);
        else expect(json(read)).toContain('"sealed":false');
      }),
      { numRuns: 1_500 },
    );
  });
});
