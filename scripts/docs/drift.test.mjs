import { expect, it } from 'vitest';
import { wrongExports } from './drift.mjs';

const text = [
  '# Shop',
  '`gone` may be named anywhere.',
  '## Exports',
  '| name | what it is |',
  '|---|---|',
  '| `sell`, type `Sale` | takes `gone` |',
  '## Next',
  '| `gone` | |',
].join('\n');
const of = (...names) => names.map((name) => ({ name, isType: /^[A-Z]/.test(name) }));
const problems = (...names) => wrongExports({ page: { path: 'README.md', text }, exported: of(...names) });

it('a table that lists what is exported is right, and types need not be named', () => {
  expect(problems('sell', 'Sale', 'Order')).toEqual([]);
});

it('names what is exported and not named, and what is listed and not exported', () => {
  expect(problems('sell', 'Sale', 'buy')).toEqual(['README.md does not name the export buy.']);
  expect(problems('sell')).toEqual(['README.md lists Sale, which is no export.']);
});
