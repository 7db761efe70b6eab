import { expect, it } from 'vitest';
import { lintWorkflow } from './workflow.mjs';

const checkout = `actions/checkout@${'a'.repeat(40)}`;
const workflow = (...steps) =>
  [
    'on: push',
    'permissions: {}',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    ...steps.map((step) => `      - ${step}`),
  ].join('\n');
const commands = ['vitest run --shard=1/2'];

it('takes pinned actions, and commands that the page executes', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub.
  const steps = [`uses: ${checkout} # v4.2.2`, 'run: npm ci', 'run: npx vitest run --shard=${{ matrix.shard }}/2'];
  expect(lintWorkflow(workflow(...steps), commands)).toBeNull();
});

it.each([
  ['an action by its tag', workflow('uses: actions/checkout@v4'), /not named by its commit/],
  ['an action without its version', workflow(`uses: ${checkout}`), /without its version/],
  ['a command that nobody tried', workflow('run: npx vitest'), /does not execute `npx vitest`/],
  ['a step of nothing', workflow('name: odd'), /either `uses` or `run`/],
  ['no steps', 'on: push\npermissions: {}\njobs: {}', /no jobs/],
  ['no permissions', 'on: push\njobs: {}', /permissions/],
  ['a key twice', 'on: push\non: pull_request', /not YAML/],
  ['no YAML', 'on: [', /not YAML/],
])('refuses %s', (_, text, problem) => {
  expect(lintWorkflow(text, commands)).toMatch(problem);
});
