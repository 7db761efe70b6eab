import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeExportedFiles } from './write-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stepfork-write-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const files = [
  { path: 'refund.test.ts', text: 'test' },
  { path: 'data/refund.case.json', text: '{}' },
];

/** All files below the root with their text: nothing temporary may be among them. */
function disk(): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return Object.fromEntries(
    paths.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  );
}

test('writes all files, makes the folders, and leaves nothing else behind', () => {
  const folder = join(root, 'made', 'for it');
  expect(writeExportedFiles(folder, files)).toEqual([join(folder, 'refund.test.ts'), join(folder, 'data', 'refund.case.json')]);
  expect(disk()).toEqual({ 'made/for it/refund.test.ts': 'test', 'made/for it/data/refund.case.json': '{}' });
  expect(readdirSync(folder).sort()).toEqual(['data', 'refund.test.ts']);
});

test.skipIf(process.platform === 'win32')('files are for their owner only', () => {
  const [path] = writeExportedFiles(root, files);
  expect(statSync(path as string).mode & 0o777).toBe(0o600);
});

test('one file that is there means that none is written, and the error names it', () => {
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'data', 'refund.case.json'), 'mine');
  expect(() => writeExportedFiles(root, files)).toThrow(
    expect.objectContaining({ code: 'STEPFORK_FILE_EXISTS', message: expect.stringContaining(join('data', 'refund.case.json')) }),
  );
  expect(disk()).toEqual({ 'data/refund.case.json': 'mine' });
});

test('with force what is there is replaced', () => {
  writeFileSync(join(root, 'refund.test.ts'), 'old');
  writeExportedFiles(root, files, { force: true });
  expect(disk()).toEqual({ 'refund.test.ts': 'test', 'data/refund.case.json': '{}' });
});

test('with force a failure on the way brings the old files back and removes the new ones', () => {
  writeFileSync(join(root, 'a.ts'), 'old a');
  writeFileSync(join(root, 'in-the-way'), 'a file, not a folder');
  const blocked = [
    { path: 'a.ts', text: 'new a' },
    { path: 'deep/er/b.ts', text: 'new b' },
    { path: 'in-the-way/c.ts', text: 'new c' },
  ];
  expect(() => writeExportedFiles(root, blocked, { force: true })).toThrow();
  expect(disk()).toEqual({ 'a.ts': 'old a', 'in-the-way': 'a file, not a folder' });
  expect(readdirSync(root).sort()).toEqual(['a.ts', 'in-the-way']);
});

test.each([{ force: false }, { force: true }])('a failure after the first file was moved into place undoes that move: %j', ({ force }) => {
  const first = force ? 'old.ts' : 'new.ts';
  writeFileSync(join(root, 'old.ts'), 'old');
  const nested = [
    { path: first, text: 'moved first' },
    // A folder of this name is made for the file below it, so that moving the file fails.
    { path: 'b', text: 'a file' },
    { path: 'b/c.ts', text: 'a file below it' },
  ];
  expect(() => writeExportedFiles(root, nested, { force })).toThrow();
  expect(disk()).toEqual({ 'old.ts': 'old' });
  expect(readdirSync(root)).toEqual(['old.ts']);
});

test('a folder is never set aside for a file', () => {
  mkdirSync(join(root, 'refund.test.ts'));
  expect(() => writeExportedFiles(root, files, { force: true })).toThrow(expect.objectContaining({ code: 'STEPFORK_FILE_EXISTS' }));
  expect(readdirSync(root)).toEqual(['refund.test.ts']);
});

test.skipIf(process.platform === 'win32')('a link in the folder leads nothing out of it', () => {
  mkdirSync(join(root, 'outside'));
  mkdirSync(join(root, 'tests'));
  symlinkSync(join(root, 'outside'), join(root, 'tests', 'data'));
  expect(() => writeExportedFiles(join(root, 'tests'), files)).toThrow('a link leads out of the folder');
  expect(readdirSync(join(root, 'outside'))).toEqual([]);
  expect(readdirSync(join(root, 'tests'))).toEqual(['data']);
});

test('a path that leaves the folder is refused before anything is made', () => {
  expect(() => writeExportedFiles(join(root, 'tests'), [{ path: '../a.ts', text: '' }])).toThrow('it leaves the folder of the test');
  expect(readdirSync(root)).toEqual([]);
});
