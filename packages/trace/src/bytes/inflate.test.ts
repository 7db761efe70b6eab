import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodePlatform } from '../platform/node-platform.ts';
import { inflate } from './inflate.ts';

const repetitive = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(fc.nat(255), fc.nat(40_000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
    ),
  )
  .map((parts) => Buffer.concat(parts));
const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE),
  windowBits: fc.integer({ min: 9, max: 15 }),
});
const platforms = [
  ['script', inflate],
  ['Node', nodePlatform()?.inflate ?? inflate],
] as const;

it.each(platforms)('%s gives back what zlib has deflated, in each of its ways', (_, body) => {
  fc.assert(
    fc.property(repetitive, options, (bytes, how) => {
      const deflated = deflateRawSync(bytes, how);
      if (bytes.length > 0) expect(Buffer.compare(body(deflated, bytes.length) ?? Buffer.alloc(0), bytes)).toBe(0);
    }),
    { numRuns: 400 },
  );
});

it.each(platforms)('%s gives nothing for another length, for bytes that are missing and for bytes behind the end', (_, body) => {
  fc.assert(
    fc.property(repetitive, options, fc.nat(), (bytes, how, cut) => {
      const deflated = deflateRawSync(bytes, how);
      const { length } = bytes;
      expect(body(deflated, length + 1)).toBeNull();
      if (length > 0) expect(body(deflated, length - 1)).toBeNull();
      expect(body(deflated.subarray(0, cut % deflated.length), length)).toBeNull();
      expect(body(Buffer.concat([deflated, Buffer.alloc(1)]), length)).toBeNull();
    }),
  );
});

it('both say the same of bytes that nobody has deflated', () => {
  const [[, script], [, node]] = platforms;
  fc.assert(
    fc.property(
      repetitive,
      options,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      fc.integer({ min: 1, max: 5_000 }),
      (bytes, how, edits, any) => {
        const deflated = deflateRawSync(bytes, how);
        for (const [at, byte] of edits) deflated[at % deflated.length] = byte;
        const length = lengthOf(deflated) ?? any;
        const [one, other] = [script(deflated, length), node(deflated, length)];
        expect(one === null).toBe(other === null);
        if (one !== null && other !== null) expect(Buffer.compare(one, other)).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

/** If any length fits, then this one. */
function lengthOf(deflated: Uint8Array): number | null {
  try {
    return inflateRawSync(deflated, { maxOutputLength: 1 << 20 }).length || null;
  } catch {
    return null;
  }
}
