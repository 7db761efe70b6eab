import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from '../src/crc32.ts';
import { packedCodec } from '../src/packed-codec.ts';
import { readTrace } from '../src/read-trace.ts';
import { TraceFormatError } from '../src/trace-format-error.ts';
import { validateTrace } from '../src/validate-trace.ts';
import { arbitraryJson } from './arbitrary-json.ts';

const fixtures = join(import.meta.dirname, '..', 'conformance', 'files');

/** Reads a file of a stranger: it is refused with a typed error, or all of it can be looked at. */
async function readStrange(bytes: Uint8Array | string): Promise<void> {
  const problems = await validateTrace(bytes);
  try {
    const file = await readTrace(bytes);
    JSON.stringify(file);
  } catch (error) {
    if (!(error instanceof TraceFormatError)) throw error;
    expect(problems.length).toBeGreaterThan(0);
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
}

const stranger = fc.oneof(
  arbitraryJson,
  fc.constantFrom<unknown>(
    { $: 'ref', of: 3 },
    { $: 'ref', of: -1 },
    { $: 'ref', of: 0.5 },
    { $: 'ref', of: 0, first: 2 },
    { $: 'ref', of: 2, rest: ['x'] },
    { $: 'ref' },
    '\ud800',
    'value',
    'run-end',
    1e308,
    -1,
    0,
    1,
    2,
    {},
    [],
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":1}}')),
);

it('lines that say anything, under checksums that fit', async () => {
  const lines = (await readFile(join(fixtures, 'v1.sftrace.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  await fc.assert(
    fc.asyncProperty(fc.nat(lines.length - 1), fc.nat(), stranger, fc.boolean(), async (at, pick, value, sealed) => {
      const changed = lines.map((line, i) => (i === at ? replaceOne(line, pick, value) : line));
      const kept = sealed ? changed : changed.filter((line) => (line as { type?: unknown }).type !== 'seal').slice(0, 23);
      await readStrange(kept.map(lineOf).join('\n'));
    }),
    { numRuns: 800 },
  );
});

it('frames of any bytes, under checksums that fit', async () => {
  const bytes = await readFile(join(fixtures, 'v1.sftrace'));
  const frames: Uint8Array[] = [];
  for (let at = packedCodec.preamble.length; at < bytes.length; at += 8 + bytes.readUInt32BE(at))
    frames.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  await fc.assert(
    fc.asyncProperty(fc.nat(22), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }), async (at, edits) => {
      const changed = frames.slice(0, 23).map((frame, i) => {
        if (i !== at) return frame;
        const edited = frame.slice();
        for (const [position, byte] of edits) edited[position % edited.length] = byte;
        return edited;
      });
      await readStrange(Buffer.concat([packedCodec.preamble, ...changed.map(frameOf)]));
    }),
    { numRuns: 3000 },
  );
});

it('any bytes at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('', '{"type":"run-start",', '\x89SFT\r\n\x1a\x01'),
      async (bytes, start) => {
        await readStrange(Buffer.concat([Buffer.from(start, 'latin1'), bytes]));
      },
    ),
    { numRuns: 1000 },
  );
});

/** The line with one of its parts, or itself, exchanged. */
function replaceOne(line: object, pick: number, value: unknown): unknown {
  const places: (readonly [Record<string, unknown>, string])[] = [];
  const copy = structuredClone(line);
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const key of Object.keys(part)) {
      places.push([part as Record<string, unknown>, key]);
      visit((part as Record<string, unknown>)[key]);
    }
  };
  visit(copy);
  const [part, key] = places[pick % places.length] as (typeof places)[number];
  part[key] = value;
  return copy;
}

function lineOf(event: unknown): string {
  const { crc: _, ...rest } = event as Record<string, unknown>;
  const content = JSON.stringify(rest).slice(0, -1);
  return `${content},"crc":"${crc32(new TextEncoder().encode(content)).toString(16).padStart(8, '0')}"}`;
}

function frameOf(payload: Uint8Array): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}
