import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTraceFile } from '@stepfork/trace/file';
import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const bin = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const trace = 'test/refund.sftrace.jsonl';
const test = 'test/refund.test.ts';
const tools = `
import { appendFileSync } from 'node:fs';
import { model, tool } from '@stepfork/interceptor';
const ran = (name) => appendFileSync(new URL('../world.log', import.meta.url), name + '\\n');
const body = (name, answer) => async (input) => { ran(name); return answer(input); };
export const lookup = tool('lookup', body('lookup', ({ id }) => ({ id, order: id + '-1', email: id + '@shop.example' })));
export const paid = tool('paid', body('paid', ({ order }) => ({ order, cents: 4999 })));
export const ask = model('gpt', body('gpt', ({ prompt }) => ({ cents: Number(/\\d{3,}/.exec(prompt)?.[0] ?? 49) })));
export const refund = tool('refund', body('refund', ({ cents }) => ({ refunded: cents })), { effect: true });
`;
/** The model is told nothing of what was paid, and makes a sum up. */
const buggy = agent('', "'Refund ' + customer.order");
/** Two corrections of two people: each asks for what was paid, and says it to the model in words of its own. */
const fixes = {
  ann: agent('const { cents: was } = await paid({ order: customer.order });', "'They paid ' + was"),
  bob: agent('const sum = await paid({ order: customer.order });', "customer.email + ' paid ' + sum.cents + ' cents'"),
};

function agent(more: string, prompt: string): string {
  return `
import { ask, lookup, paid, refund } from './tools.mjs';
export async function run({ id }) {
  const customer = await lookup({ id });
  ${more}
  const { cents } = await ask({ prompt: ${prompt} });
  await refund({ order: customer.order, cents });
  return { cents };
}
`;
}

it('a test that cannot tell says how to record what the fix asks; after that it is green, unedited, for the fixes of two people', async () => {
  const here = project();
  const shell = shellOf(here);
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: here.folder, encoding: 'utf8', stdio: 'pipe' });
  here.write('src/tools.mjs', tools);
  here.write('src/agent.mjs', buggy);
  here.write('vitest.config.mjs', 'export default {};\n');
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@shop.example');

  // The buggy run becomes a test that is red.
  shell(`stepfork record --agent src/agent.mjs#run --input '{"id":"c7"}' --output refund.sftrace`, 0);
  const exported = shell(
    `stepfork export refund.sftrace --returns '{"cents":4999}' --expect-call 'refund x1 {"cents":4999}' -o ${test}`,
    0,
  );
  const attributes = [...exported.stderr.matchAll(/^ {2}(\*\.sftrace.*)$/gm)].map(([, line]) => `${line}\n`);
  expect(attributes).toHaveLength(2);
  here.write('.gitattributes', attributes.join(''));
  here.write('.gitignore', 'node_modules\nconfig\ndata\ncache\nworld.log\nruns.log\n.stepfork\nrefund.sftrace\n');
  expect(runTest(here)).toMatchObject({ code: 1, output: expect.stringContaining('FailedError') });
  git('add', '.');
  git('commit', '-qm', 'a test of the refund');
  const source = here.read(test);

  // Each of two people, in a branch of their own: inconclusive, the command that is printed, green.
  for (const who of ['ann', 'bob'] as const) {
    git('checkout', '-q', '-b', who, 'main');
    here.write('src/agent.mjs', fixes[who]);
    const inconclusive = runTest(here);
    expect(inconclusive).toMatchObject({ code: 1, output: expect.stringContaining('InconclusiveError') });
    // What the new read answers is told to the model: both are named in the one command.
    const command = forkCommandIn(inconclusive.output);
    expect(command).toContain(`stepfork fork ${here.path(trace)} --agent src/agent.mjs#run`);
    expect(command).toMatch(/ --live paid --live 'model:\*'$/);
    const forked = shell(command, 0);
    expect(forked.stdout).toMatch(/fork 1 added, made from the trunk; 2 calls ran for real \(paid, model gpt\)/);
    expect(runTest(here)).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
    git('commit', '-qm', `what the fix of ${who} asks`, '--', trace);
    here.write('src/agent.mjs', buggy);
  }
  expect(here.read('world.log').trim().split('\n')).toEqual(['lookup', 'gpt', 'refund', ...['paid', 'gpt'], ...['paid', 'gpt']]);

  // Their forks meet in one file.
  git('checkout', '-q', 'main');
  git('merge', '-q', '--no-edit', 'ann');
  git('merge', '-q', '--no-edit', 'bob');
  expect(git('status', '--porcelain')).toBe('');
  shell(`stepfork validate ${trace}`, 0);
  expect((await readTraceFile(here.path(trace))).forks).toHaveLength(2);
  for (const code of Object.values(fixes)) {
    here.write('src/agent.mjs', code);
    expect(runTest(here)).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
  }
  here.write('src/agent.mjs', buggy);
  expect(runTest(here)).toMatchObject({ code: 1, output: expect.stringContaining('FailedError') });
  expect(here.read(test)).toBe(source);
  expect(here.read('world.log').match(/refund/g)).toHaveLength(1);
}, 240_000);

interface Shell {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line as a person types it, in the folder of the project. */
function shellOf(here: Project): (command: string, expected?: number) => Shell {
  mkdirSync(here.path('node_modules/.bin'), { recursive: true });
  symlinkSync(bin, here.path('node_modules/.bin/stepfork'));
  return (command, expected) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: here.folder, env: environment(here), encoding: 'utf8' });
    if (expected !== undefined && status !== expected) throw new Error(`${command}\nended with ${status}:\n${stdout}${stderr}`);
    return { code: status, stdout, stderr };
  };
}

function runTest(here: Project): { readonly code: number | null; readonly output: string } {
  const args = [vitest, 'run', '--root', here.folder, '--no-color', test];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: here.folder, env: environment(here), encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Without what vitest tells the tests that it runs, of which this is one. */
function environment(here: Project): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|CI$|NODE_ENV$|npm_command$|FORCE_COLOR$)/.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: [here.path('node_modules/.bin'), process.env.PATH].join(delimiter),
    XDG_CONFIG_HOME: here.path('config'),
  };
}

/** The command of the line that says how to record what was asked. */
function forkCommandIn(message: string): string {
  return /- record what it answers now.*?: npx (stepfork fork .*)$/m.exec(message)?.[1] ?? 'false';
}
