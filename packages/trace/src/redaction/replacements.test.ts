import { expect, test } from 'vitest';
import { replacedFurther, withReplacements } from './replacements.ts';

const upper = (text: string): string => text.toUpperCase();
const source = 'one two three four';
const made = [
  { offset: 4, length: 3, text: 'TWO-TWO' },
  { offset: 8, length: 5, text: '3' },
];

test('places of a clean text are replaced in the text that it was made of', () => {
  const clean = withReplacements(source, made);
  expect(clean).toBe('one TWO-TWO 3 four');
  const further = replacedFurther(clean, made, [{ offset: clean.indexOf('four'), length: 4 }], upper);
  expect(withReplacements(source, further)).toBe('one TWO-TWO 3 FOUR');
  expect(further.slice(0, 2)).toEqual(made);
});

test('a place that reaches into what was replaced becomes one with it, and a second one there is left', () => {
  const clean = withReplacements(source, made);
  const places = [
    { offset: 2, length: 4 },
    { offset: 8, length: 5 },
  ];
  const further = replacedFurther(clean, made, places, upper);
  expect(further).toEqual([{ offset: 2, length: 5, text: 'E TWO-TWO' }, made[1]]);
  expect(withReplacements(source, further)).toBe('onE TWO-TWO 3 four');
});
