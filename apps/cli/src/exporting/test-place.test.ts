import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { moduleNames, testPlace } from './test-place.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'stepfork-place-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it.each([
  ['test/refund.test.ts', 'test', 'refund', 'test/refund.test.ts'],
  ['e2e', 'e2e', 'run', null],
  ['refund.spec.mts', '', 'refund', 'refund.spec.mts'],
])('takes -o %s for folder %s and name %s', (output, place, name, file) => {
  const root = folder();
  expect(testPlace(join(root, output), 'run.sftrace.jsonl', root)).toEqual({
    folder: join(root, place),
    name,
    file: file && join(root, file),
  });
});

it('puts a test beside the others where nothing is said', () => {
  expect(testPlace(undefined, 'traces/run.sftrace', '/project')).toEqual({ folder: join('/project', 'test'), name: 'run', file: null });
});

it.each([
  ['{ "compilerOptions": { "allowImportingTsExtensions": true } }', '../src/agent.ts'],
  ['{ "compilerOptions": { "strict": true } }', '../src/agent.js'],
  ['{ "extends": "./base.json" }', '../src/agent.ts'],
])('imports the agent as a project with tsconfig %s may', (tsconfig, specifier) => {
  const root = folder();
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'tsconfig.json'), tsconfig);
  writeFileSync(join(root, 'base.json'), '{ "compilerOptions": { "rewriteRelativeImportExtensions": true } }');
  expect(moduleNames(join(root, 'test'), join(root, 'src', 'agent.ts'))).toEqual({ specifier, file: '../src/agent.ts' });
});

it.each([
  ['C:\\app\\test', 'C:\\app\\src\\agent.mjs', '../src/agent.mjs'],
  ['C:\\app', 'c:\\App\\agent.mjs', './agent.mjs'],
  ['\\\\server\\share\\test', '\\\\server\\share\\agent.mjs', '../agent.mjs'],
])('a test in %s imports %s as %s on Windows', (from, module, specifier) => {
  expect(moduleNames(from, module, win32)).toEqual({ specifier, file: specifier });
});

it('a test does not import an agent of another drive', () => {
  expect(() => moduleNames('D:\\tests', 'C:\\app\\agent.mjs', win32)).toThrow('lies on another drive');
});
