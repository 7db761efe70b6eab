import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { nodePlatform } from './node-platform.ts';
import { webPlatform } from './web-platform.ts';

const pieces = [1, 63, 64, 1_000, 65_536, 70_000, 3].map((length, at) => new Uint8Array(length).fill(at + 1));

afterEach(() => {
  vi.restoreAllMocks();
});

it('computes what the web platform computes', async () => {
  const node = nodePlatform();
  const hashers = [node?.hasher(), webPlatform.hasher()];
  for (const piece of pieces) {
    expect(node?.crc32(piece, 7)).toBe(webPlatform.crc32(piece, 7));
    for (const hasher of hashers) hasher?.update(piece);
  }
  const sha256 = createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
  expect(await Promise.all(hashers.map((hasher) => hasher?.digest()))).toEqual([sha256, sha256]);
});

it.each([undefined, {}])('is none where a module of Node is missing or lacks a function', (module) => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(module as never);
  expect(nodePlatform()).toBeNull();
});
