import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\b',
  '^',
  '$',
  '\\n',
  '\\u{1F600}',
  'B',
  '\\.',
  '\\]',
  '[\\]a]',
);
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?');
const source = fc.letrec<{ whole: string; piece: string; group: string }>((tie) => ({
  whole: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof({ weight: 3, arbitrary: fc.tuple(atom, quantifier).map(quantified) }, { weight: 1, arbitrary: tie('group') }),
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?<n>'), fc.array(fc.tuple(atom, quantifier).map(quantified), { maxLength: 2 }), atom, quantifier)
    .map(([open, one, other, often]) => `${open}${one.join('')}|${other})${often}`),
})).whole;
const text = fc.array(fc.constantFrom('a', 'b', 'B', '1', '.', ']', '\n', ' ', '😀'), { maxLength: 8 }).map((chars) => chars.join(''));

function quantified([one, often]: readonly [string, string]): string {
  return ['^', '$', '\\b'].includes(one) ? one : one + often;
}

test('finds what the engine of the runtime finds', () => {
  let found = 0;
  fc.assert(
    fc.property(source, fc.constantFrom('', 'i', 'm', 's', 'ims'), text, (pattern, flags, subject) => {
      fc.pre((pattern.match(/\?<n>/g) ?? []).length < 2);
      const expected = new RegExp(pattern, `${flags}u`).test(subject);
      if (expected) found += 1;
      expect(compilePattern(pattern, flags)(subject)).toBe(expected);
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(300);
});

it.each([
  ['^rf_[a-z0-9]+$', '', 'rf_9x', true],
  ['refund(ed)?', 'i', 'It was REFUNDED.', true],
  ['\\p{Lu}', '', 'é É', true],
  ['\\u{1F600}', '', '😀', true],
  ['[\\d-]{10}', '', '2026-01-01', true],
  ['', '', '', true],
  ['\\x41\\cJ', '', 'A\n', true],
  ['^b', '', 'a\nb', false],
])('%s with flags "%s" on %j: %s', (pattern, flags, subject, expected) => {
  expect(compilePattern(pattern, flags)(subject)).toBe(expected);
});

it.each([['(a+)+$'], ['(a|aa)+$'], ['(?:a*)*b$'], ['a*a*a*a*a*a*b']])(
  '%s takes time in proportion to the text, where the runtime would take years',
  (pattern) => {
    expect(compilePattern(pattern)(`${'a'.repeat(20_000)}!`)).toBe(false);
  },
);

it.each([
  ['(', '', 'Unterminated group'],
  ['a', 'g', 'flags "g" are unknown'],
  ['a', 'ii', 'given twice'],
  ['(?=a)', '', 'linear time'],
  ['(?<!a)b', '', 'linear time'],
  ['(a)\\1', '', 'linear time'],
  ['(?<n>a)\\k<n>', '', 'backreferences'],
  ['\\uD83D\\uDE00', '', 'surrogate pair'],
  ['(?:a{100}){100}', '', 'linear time'],
  ['[[:alpha:]]', '', 'Lone quantifier brackets'],
  ['a'.repeat(1001), '', 'longer than 1000'],
])('%.30s with flags "%s" is refused', (pattern, flags, why) => {
  expect(() => compilePattern(pattern, flags)).toThrow(why);
});
