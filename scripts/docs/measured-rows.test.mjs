import { expect, test } from 'vitest';
import { programTable } from './program-table.mjs';
import { verdictTable } from './verdict-table.mjs';

const row = { title: 'an agent', measured: '2026-01-02', versions: { sdk: '1.0.0' } };
const same = { replay: 'same', live: 'same' };

test('what is not the same on one Node is told below the table, by a number', () => {
  const rows = [
    { ...row, id: 'a', node: '20.19.0', verdicts: same },
    { ...row, id: 'a', node: '22.1.0', verdicts: { replay: 'it ended with 1,\n not 0', live: 'same' } },
  ];
  const table = verdictTable({ rows }, 'tools');
  expect(table).toContain('| an agent | sdk 1.0.0 | 20, 22 | different (1) | same |');
  expect(table).toContain('1. Node 22: it ended with 1, not 0\n');
  expect(table).toContain('3 of 4 the same.');
});

test('a column that a row was not measured in is no cell that is the same', () => {
  const rows = [
    { ...row, id: 'a', node: '22.1.0', verdicts: same },
    { ...row, id: 'b', node: '22.1.0', verdicts: { replay: 'it did not run' } },
  ];
  const table = verdictTable({ rows }, 'mcp');
  expect(table).toContain('2. Node 22: not measured\n');
  expect(table).toContain('2 of 4 the same.');
});

test('a program that could not be measured has no calls', () => {
  const rows = [{ ...row, id: 'a', node: '22.1.0', verdicts: { replay: 'there is no clone' } }];
  expect(programTable({ rows })).toContain('| an agent | sdk 1.0.0 | 22 | – | different (1) |');
});

test('a program is one row, whatever Nodes it was measured on', () => {
  const rows = ['20.19.0', '22.1.0'].map((node) => ({ ...row, id: 'a', node, verdicts: { replay: 'same' }, recorded: '2 of models' }));
  expect(programTable({ rows })).toContain('| an agent | sdk 1.0.0 | 20, 22 | 2 of models | same |');
});
