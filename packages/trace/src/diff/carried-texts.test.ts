import { expect, it } from 'vitest';
import { CarriedTexts } from './carried-texts.ts';

function brought(...all: readonly (readonly [string | null, string | null])[]): CarriedTexts {
  const texts = new CarriedTexts();
  all.forEach(([expected, actual], difference) => {
    texts.add(expected, actual, difference);
  });
  return texts;
}

it('finds both texts inside of two that are equal around them, the longest first', () => {
  const texts = brought(['order 17 is open', 'order 18 is open'], ['{"order 17 is open":1}', '{"order 18 is open":2}']);
  expect(texts.without('so: {"order 17 is open":1}', 'so: {"order 18 is open":2}')).toEqual({
    expected: 'so: \u0000',
    actual: 'so: \u0000',
    cause: 1,
  });
  expect(texts.without('order 17 is open', 'order 19 is open')).toMatchObject({ cause: null });
});

it.each([
  ['a text that one run only had', brought([null, 'brought before']), 'something', 'brought before', 0],
  ['one that is put in again', brought(['was here', 'brought before']), 'something', 'brought before', 0],
  ['not where it is a version of what stood there', brought(['was here', 'brought before']), 'so it was here', 'brought before', null],
  ['not what is met by chance', brought([null, 'ok']), 'no', 'ok', null],
  ['nothing that nobody brought', brought(['was here', 'brought before']), 'one', 'other', null],
])('knows a whole text: %s', (_, texts, expected, actual, difference) => {
  expect(texts.whole(expected, actual)).toBe(difference);
});
