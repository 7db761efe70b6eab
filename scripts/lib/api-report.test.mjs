import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReports } from './api-report.mjs';

let folder;
const declare = (...lines) => writeFileSync(join(folder, 'dist', 'index.d.ts'), `${lines.join('\n')}\n`);
const first = ['interface Options { readonly deep?: boolean }', 'export declare function look(at: string, options?: Options): number;'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepfork-surface-'));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'toy', version: '1.0.0' }));
  declare(...first);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a surface without a report fails, and is written on demand', () => {
  expect(checkReports(folder, ['index'])).toMatchObject({ passed: 0, failed: 1 });
  expect(checkReports(folder, ['index'], { write: true })).toEqual({ passed: 1, failed: 0, log: '' });
  expect(readFileSync(join(folder, 'api', 'index.api.md'), 'utf8')).toContain(
    'export function look(at: string, options?: Options): number;',
  );
  expect(checkReports(folder, ['index'])).toEqual({ passed: 1, failed: 0, log: '' });
});

it.each([
  [
    'a parameter',
    [first[0], first[1].replace('at: string', 'at: URL')],
    /^\+ export function look\(at: URL, options\?: Options\): number;$/m,
  ],
  ['a type that only stands in a signature', [first[0].replace('deep', 'wide'), first[1]], /^- .*readonly deep\?: boolean/m],
  ['a name that is gone', [first[0], 'export {};'], /^- export function look\(at: string, options\?: Options\): number;$/m],
])('%s fails, with what has changed', (_, lines, line) => {
  declare(...lines);
  const { failed, log } = checkReports(folder, ['index']);
  expect(failed).toBe(1);
  expect(log).toMatch(line);
});
