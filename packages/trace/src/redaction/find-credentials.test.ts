import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCredentials, mentionsCredentials } from './find-credentials.ts';

/** Word after word, as one would write them down. */
const plain =
  /passw|passphrase|passcode|kennwort|mnemonic|pass(?=["'\\=: ])|pw(?=d|["'\\=: ])|secret|jwt(?=["'\\=: ])|token|api[ _-]?key|(?:access|private|signing|encryption|master|account|app|application|subscription|functions)[_-]?key|[_-]pat(?=["' =:])|credential|authorization|auth(?=["'\\=])|cookie|bearer|ssws|basic | -u | --user[ =]|:\/\/|-----begin|[?&](?:sig|key)=|signature=|private-lines:|login[ \t]|sshpass |docker login |redis-cli |mysql /i;

const words = plain.source.split(/[^a-z :/-]+/).filter((word) => word.length > 1);
const pieces = fc.oneof(
  fc.constantFrom(...words, 'key', 'pass', 'pw', 'pat', 'auth', 'jwt', 'sig', 'login\t'),
  fc.constantFrom(...'\'"=:_-?&\\ \tdkps'),
  fc.string({ maxLength: 3 }),
);
const texts = fc
  .array(
    fc.tuple(pieces, fc.boolean(), fc.nat({ max: 9 })).map(([piece, isUpper, cut]) => {
      const part = cut === 0 ? piece.slice(1) : piece;
      return isUpper ? part.toUpperCase() : part;
    }),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

test('a credential is announced by the same words, at the same places, as where these stand one after the other', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const from = Array.from(text, (_, at) => text.slice(at));
      expect(from.map(mentionsCredentials)).toEqual(from.map((rest) => plain.test(rest)));
    }),
    { numRuns: 5_000 },
  );
  for (const word of words.filter((one) => plain.test(one))) expect(mentionsCredentials(`a ${word} b`)).toBe(true);
});

test('what stands behind each of them is found', () => {
  const found = (text: string): readonly string[] => {
    const hits: Parameters<typeof findCredentials>[1] = [];
    findCredentials(text, hits);
    return hits.map(({ offset, length }) => text.slice(offset, offset + length));
  };
  expect(found('sshpass -p hunter2xy ssh host')).toEqual(['hunter2xy']);
  expect(found('https://joe:hunter2xy@example.com/')).toEqual(['hunter2xy']);
  expect(found('Authorization: Bearer aB3dE5gH7jK9mN1p')).toEqual(['aB3dE5gH7jK9mN1p']);
});
