import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

it('is the CRC-32 that gzip writes at the end of a file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const file = gzipSync(bytes);
      expect(crc32(bytes)).toBe(file.readUInt32LE(file.length - 8));
    }),
  );
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('goes on from where an earlier part has ended', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
      expect(crc32(second, crc32(first))).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});
