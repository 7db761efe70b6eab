import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { UsageError } from '../../errors/usage-error.ts';
import { commandWithScript } from './command-with-script.ts';

const fixed = fileURLToPath(import.meta.url);

it.each([
  ['node agent.mjs 8841', `node ${fixed} 8841`],
  ['npx tsx ./src/agent.ts --order 1', `npx tsx ${fixed} --order 1`],
  ['node --import ./setup.mjs -r ./env.cjs agent.mjs', `node --import ./setup.mjs -r ./env.cjs ${fixed}`],
  ['node --import=./setup.mjs agent.mjs', `node --import=./setup.mjs ${fixed}`],
  ['node agent.mjs --again agent.mjs', `node ${fixed} --again agent.mjs`],
])('%s has another script in the place of its own, and nothing else is another', (command, expected) => {
  expect(commandWithScript(command.split(' '), fixed)).toEqual(expected.split(' '));
});

it('a command that names no script has no other one', () => {
  expect(() => commandWithScript(['npm', 'start'], fixed)).toThrow(UsageError);
  expect(() => commandWithScript(['node', '--import=./setup.mjs', '-'], fixed)).toThrow(UsageError);
});
