import { expect, test } from 'vitest';
import { testCommand } from './test-command.ts';

const node = { command: ['node', '--test'] };
test.each([
  ['an agent in TypeScript, where Node does not read that', node, 'agent.ts', {}, 'node --import tsx --test', ['tsx']],
  [
    'an agent in TypeScript, where Node has been told not to',
    node,
    'agent.mts',
    { typescript: false },
    'node --import tsx --test',
    ['tsx'],
  ],
  ['an agent in TypeScript, where Node reads it', node, 'agent.ts', { typescript: 'strip' }, 'node --test', []],
  ['an agent in JavaScript', node, 'agent.mjs', {}, 'node --test', []],
  ['a runner that reads it', { command: ['npx', 'vitest', 'run'] }, 'agent.ts', {}, 'npx vitest run', []],
  ['no runner', {}, 'agent.ts', {}, '', []],
])('%s', (_, exporter, file, features, command, loaders) => {
  const made = testCommand(exporter, { file }, features);
  expect([made.command.join(' '), made.loaders]).toEqual([command, loaders]);
});
