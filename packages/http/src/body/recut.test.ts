import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recut } from './recut.ts';

async function read(pieces: readonly Uint8Array[], joins: boolean, chances: readonly number[]): Promise<readonly Uint8Array[]> {
  const left = [...pieces];
  let at = 0;
  const source = recut(
    { read: async () => left.shift() ?? null, leave: async () => {} },
    { joins, random: () => chances[at++ % chances.length] as number },
  );
  const given: Uint8Array[] = [];
  for (let piece = await source.read(); piece !== null; piece = await source.read()) given.push(piece);
  return given;
}

const chances = fc
  .array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 })
  .filter((all) => all.some((one) => one >= 0.2));

test('the bytes are the same, none of the pieces is empty, and nothing is kept back that may be the last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), fc.boolean(), chances, async (pieces, joins, drawn) => {
      const given = await read(pieces, joins, drawn);
      expect(Buffer.concat(given)).toEqual(Buffer.concat(pieces));
      expect(given.every(({ byteLength }) => byteLength > 0)).toBe(true);
    }),
  );
});

test('a piece is cut in two, and its end comes with what is next only where that is sure to come', async () => {
  const pieces = [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(5, 6)];
  const given = async (joins: boolean): Promise<readonly (readonly number[])[]> =>
    (await read(pieces, joins, [0.9, 0.3, 0.1, 0.9, 0.99])).map((piece) => [...piece]);
  expect(await given(true)).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
  expect(await given(false)).toEqual([[1, 2, 3, 4], [5], [6]]);
});
