import { expect, test } from 'vitest';
import { checkPaths } from './check-paths.ts';

test('plain names below the folder are taken', () => {
  expect(() => checkPaths(['refund.test.ts', 'deep/er/refund.case.json', '.hidden', 'Rückzahlung.test.ts', 'two words.ts'])).not.toThrow();
});

test.each([
  ['../refund.test.ts', 'it leaves the folder of the test'],
  ['a/../../refund.test.ts', 'it leaves the folder of the test'],
  ['/etc/passwd', 'it is absolute'],
  ['C:/refund.test.ts', 'it has a character that is no part of a file name on every platform'],
  ['a\\b.ts', 'it has a character that is no part of a file name on every platform'],
  ['', 'it has an empty part'],
  ['a//b.ts', 'it has an empty part'],
  ['./a.ts', 'it has an empty part'],
  ['a/', 'it has an empty part'],
  ['a\0.ts', 'it has a character that no file name should have'],
  ['a\ud800.ts', 'it has a character that no file name should have'],
  ['a.ts ', 'a part of it ends with a dot or a space'],
])('%j is refused: %s', (path, problem) => {
  expect(() => checkPaths([path])).toThrow(
    expect.objectContaining({ code: 'STEPFORK_EXPORT_PATH', message: expect.stringContaining(problem) }),
  );
});

test('two paths that are one file somewhere are refused', () => {
  expect(() => checkPaths(['refund.test.ts', 'Refund.test.ts'])).toThrow('it is the same file as "refund.test.ts"');
});
