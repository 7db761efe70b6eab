import { expect, it } from 'vitest';
import { listKnown } from './list-known.ts';

it('lists what is known, the nearest spelling first, and says so where nothing is', () => {
  expect(listKnown('snik', ['frozen', 'live', 'sink'], 'policies')).toBe('Did you mean sink? Known policies: frozen, live, sink.');
  expect(listKnown('hybrid', ['frozen', 'live', 'sink'], 'policies')).toBe('Known policies: frozen, live, sink.');
  expect(listKnown('a', [], 'tools')).toBe('There are no tools.');
});
