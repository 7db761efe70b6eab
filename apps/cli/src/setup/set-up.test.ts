import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { chooseAgent } from './choose-agent.ts';
import { findAgents } from './find-agents.ts';
import { findRunner } from './find-runner.ts';
import { setUp } from './set-up.ts';

function folder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'stepfork-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

it.each([
  [
    'a function by its name',
    { 'src/main.ts': 'export async function supportAgent() {}\nexport function other() {}' },
    ['./src/main.ts#supportAgent'],
  ],
  ['what stands in a file of that name', { 'agent.mjs': 'export const run = async () => {};' }, ['./agent.mjs#run']],
  ['a default export', { 'lib/agent.js': 'export default async function agent() {}' }, ['./lib/agent.js#default']],
  [
    'no test, no type, no value',
    {
      'agent.test.ts': 'export function runAgent() {}',
      'agent.d.ts': 'export function runAgent(): void',
      'agent.ts': 'export const agent = 1;',
    },
    [],
  ],
])('finds %s', (_, files, refs) => {
  expect(findAgents(folder(files)).agents).toEqual(refs);
});

it.each([
  ['vitest', { 'package.json': '{"devDependencies":{"vitest":"*","jest":"*"}}' }],
  ['jest', { 'package.json': '{"devDependencies":{"jest":"*"}}' }],
  ['node-test', { 'package.json': '{"scripts":{"test":"node --import tsx --test test/"}}' }],
  ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]' }],
  [null, { 'package.json': '{' }],
])('finds the runner %s', (runner, files) => {
  expect(findRunner(folder(files as unknown as Record<string, string>))).toBe(runner);
});

it.each([
  ['2', './b#y'],
  ['', './a#x'],
  ['./c.ts#z', './c.ts#z'],
])('a person who types "%s" means %s', async (typed, meant) => {
  expect(await chooseAgent({ agents: ['./a#x', './b#y'], others: ['./d#z'] }, async () => typed)).toBe(meant);
});

it.each([
  ['2', './src/refunds.ts#pay'],
  ['', null],
])('where none is called an agent, "%s" means %s of the functions that there are', async (typed, meant) => {
  const found = findAgents(folder({ 'src/refunds.ts': 'export const answer = async () => {};\nexport async function pay() {}' }));
  expect(await chooseAgent(found, null)).toBeNull();
  let question = '';
  const ask = async (asked: string): Promise<string> => {
    question = asked;
    return typed;
  };
  expect(await chooseAgent(found, ask)).toBe(meant);
  expect(question).toContain(
    '  1  ./src/refunds.ts#answer\n  2  ./src/refunds.ts#pay\nWhich function is the agent (empty for a program)? ',
  );
});

it('asks nothing that it has found', async () => {
  const never = () => Promise.reject(new Error('asked'));
  expect(await chooseAgent({ agents: ['./a#x'], others: ['./d#z'] }, never)).toBe('./a#x');
});

it('sets up a runner whose exporter is a package of its own, and says how to install it', async () => {
  const root = folder({
    'package.json': '{"devDependencies":{"jest":"*"}}',
    'pnpm-lock.yaml': '',
    'src/agent.ts': 'export async function runAgent() {}',
  });
  const { to, next } = await setUp(root, { force: false }, null);
  expect(to).toBe('jest');
  expect(next[0]).toBe('pnpm add -D stepfork @stepfork/replay @stepfork/interceptor @stepfork/exporter-jest');
  expect(readFileSync(join(root, 'stepfork.config.ts'), 'utf8')).toContain("  exporters: ['@stepfork/exporter-jest'],\n");
});

it.each([
  ['its start script', { 'package.json': '{"scripts":{"start":"tsx agent.ts"}}', 'pnpm-lock.yaml': '' }, 'pnpm start'],
  ['its main file', { 'package.json': '{"main":"dist/agent.js"}', 'dist/agent.js': '' }, 'node dist/agent.js'],
  ['nothing that is there', { 'package.json': '{"main":"dist/agent.js"}' }, 'node <program>'],
  ['no package.json', {}, 'node <program>'],
])('a project without an agent is recorded as a program, by %s', async (_, files, command) => {
  const root = folder(files as unknown as Record<string, string>);
  const program = [null, `stepfork record --output run.sftrace -- ${command}`];
  const { agent, next } = await setUp(root, { force: false }, null);
  expect([agent, next.at(-1)]).toEqual(program);
  const again = await setUp(root, { force: false }, null);
  expect([again.agent, again.next.at(-1)]).toEqual(program);
});
