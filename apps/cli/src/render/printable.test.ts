import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('shows control characters and keeps what people read', () => {
  expect(printable('Überweisung\t4999 €\n')).toBe('Überweisung\\u00094999 €\\u000a');
  expect(printable('two\nlines', { keepLines: true })).toBe('two\nlines');
});
