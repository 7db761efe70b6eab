import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadFailure } from './load-failure.ts';

const required = (text: string): unknown => {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'agent.cjs'), text);
  try {
    createRequire(join(folder, 'x.cjs'))('./agent.cjs');
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

test.each([
  ['a module that is not there', "require('./nobody.cjs')", 'nobody'],
  ['a package that is not installed', "require('nobody-has-this')", 'nobody-has-this'],
  ['what is no code', 'const a = ;', 'Unexpected token'],
])('of the loader: %s', (_what, text, said) => {
  expect(loadFailure(required(text))).toContain(said);
});

test.each([
  ['an error', "throw new Error('Cannot find module x')"],
  ['a text that is no JSON', "JSON.parse('{')"],
  ['what is no error', "throw 'MODULE_NOT_FOUND'"],
  ['a value with a code', "throw { code: 'MODULE_NOT_FOUND' }"],
])('of code that was loaded: %s', (_what, text) => {
  expect(loadFailure(required(text))).toBeNull();
});
