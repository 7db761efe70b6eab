import { type Provider, startProvider } from '@stepfork/testkit';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, type Project, project, type RunOptions } from './support/project.ts';

const key = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';

/** `ask` draws an id, so that a replay must find the place of the draw again; there is no client without a key. */
const agent = (then: string): string => `
  import { randomUUID } from 'node:crypto';
  import { text } from 'node:stream/consumers';
  import OpenAI from 'openai';
  const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY, baseURL: process.env.PROVIDER_URL, maxRetries: 0 });
  const ask = async (content) =>
    (await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: content + randomUUID() }] })).choices[0].message.content;
  const ticket = await text(process.stdin);
  console.log(process.argv[2], ticket, await ask('First? '));
  ${then}
`;
const buggy = agent('process.exitCode = 1;');
const fixed = agent("console.log(await ask('Second? '));");

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ ids: 'random' });
});
afterAll(() => provider.close());

function opened(files: Readonly<Record<string, string>> = {}): Project {
  const here = project();
  for (const [name, text] of Object.entries({ 'agent.mjs': buggy, 'fixed.mjs': fixed, ...files })) here.write(name, text);
  return here;
}

const up = (): RunOptions => ({ env: { OPENAI_API_KEY: key, PROVIDER_URL: `${provider.url}/v1` } });
const down: RunOptions = { env: { OPENAI_API_KEY: undefined, PROVIDER_URL: 'http://127.0.0.1:9/v1' } };
const corrected = ['--', 'node', 'fixed.mjs', '8841'];
const green = ['--returns', '{"exitCode":0}'];

function record(here: Project, script = 'agent.mjs', { output = 'run.sftrace', order = '8841', stdin = 'a lamp' } = {}): Promise<Ended> {
  return here.stepfork(['record', '-o', output, '--', 'node', script, order], { ...up(), stdin });
}

function replay(here: Project, command: readonly string[] = corrected, flags: readonly string[] = green): Promise<Ended> {
  return here.stepfork(['replay', 'run.sftrace', ...flags, ...command], down);
}

const leftOf = (here: Project): readonly string[] => here.files().filter((path) => /\.sftrace\.|order\.json|\.lock$/.test(path));

describe('a fork of a program', () => {
  test('on demand: the fix asks once more, that call runs for real, and the replay is offline and green', async () => {
    const here = opened();
    const recorded = await record(here);
    const before = await replay(here);
    expect([before.code, before.stderr]).toEqual([
      3,
      expect.stringContaining(`stepfork fork run.sftrace --returns '{"exitCode":0}' --live 'model:*' -- node fixed.mjs 8841`),
    ]);
    const asked = provider.requests.length;
    const forked = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', ...green, ...corrected], up());
    expect(forked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 call ran for real (model gpt-4o), 1 answered from the recording'),
    });
    expect([forked.stdout, forked.stderr]).toEqual([expect.stringContaining('pass'), expect.stringContaining(recorded.stdout.trim())]);
    expect(forked.stderr).toContain('stepfork replay run.sftrace');
    // Once: what is judged is offline.
    expect(provider.requests.length).toBe(asked + 1);
    const { trunk, forks, sealed } = await readTraceFile(here.path('run.sftrace'));
    const [fork] = forks;
    expect([sealed, forks.length, fork?.steps.map(({ answered }) => answered?.how)]).toEqual([true, 1, ['exact', 'live']]);
    expect(fork?.run).toMatchObject({
      input: { argv: ['fixed.mjs', '8841'], stdin: 'a lamp', command: ['node', 'fixed.mjs', '8841'] },
      derived: { kind: 'on-demand', of: trunk.run.id },
      versions: trunk.run.versions,
    });
    expect(JSON.stringify(fork)).not.toContain(key);
    expect((await here.stepfork(['validate', 'run.sftrace'])).code).toBe(0);

    const after = await replay(here);
    expect([after.code, after.stderr]).toEqual([0, expect.stringContaining('pass')]);
    expect(after.stdout).toContain(recorded.stdout);
    // The buggy program follows the trunk, and is red as before; another corrected copy is as good as the first.
    expect((await replay(here, ['--', 'node', 'agent.mjs', '8841'])).code).toBe(1);
    here.write('fixed-again.mjs', fixed);
    expect((await replay(here, ['--', 'node', 'fixed-again.mjs', '8841'])).code).toBe(0);
    expect(provider.requests.length).toBe(asked + 1);
    expect(leftOf(here)).toEqual([]);
  });

  test('on demand, where another process of the program asks', async () => {
    const child =
      "import { execFileSync } from 'node:child_process'; console.log(String(execFileSync('node', ['child.mjs', process.env.MORE ?? ''])));";
    const here = opened({
      'agent.mjs': agent(child),
      'child.mjs': agent("if (process.argv[2] === 'yes') console.log(await ask('Second? '));"),
    });
    await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], up());
    const more = { env: { ...up().env, MORE: 'yes' } };
    const forked = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', '--', 'node', 'agent.mjs'], more);
    expect([forked.code, forked.stdout]).toEqual([0, expect.stringContaining('1 call ran for real')]);
    const replayed = await here.stepfork(['replay', 'run.sftrace', ...green, '--', 'node', 'agent.mjs'], {
      env: { ...down.env, MORE: 'yes' },
    });
    expect([replayed.code, replayed.stderr]).toEqual([0, expect.stringContaining('pass')]);
  });

  test('on demand, where nothing is named, or nothing fits, or nothing is asked: nothing is written, and why', async () => {
    const here = opened();
    await record(here);
    const before = here.read('run.sftrace');
    const asked = provider.requests.length;
    const unnamed = await here.stepfork(['fork', 'run.sftrace', ...corrected], up());
    expect([unnamed.code, unnamed.stdout]).toEqual([3, expect.stringContaining('no fork was made')]);
    expect(unnamed.stderr).toContain("stepfork fork run.sftrace --live 'model:*' -- node fixed.mjs 8841");
    expect(provider.requests.length).toBe(asked);
    const other = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', '--', 'node', 'fixed.mjs', '8842'], up());
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('has the recorded arguments (8841)')]);
    const same = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', '--', 'node', 'agent.mjs', '8841'], up());
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('no fork is needed')]);
    const inCi = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', ...corrected], { env: { ...up().env, CI: '1' } });
    expect(inCi.code).toBe(2);
    expect([here.read('run.sftrace'), leftOf(here)]).toEqual([before, []]);
  });

  test('on demand, interrupted by Ctrl-C while the call runs: nothing is written, nothing is left', async () => {
    const here = opened({ 'fixed.mjs': agent("process.stderr.write('asking\\n'); for (;;) await ask('More? ');") });
    await record(here);
    const before = here.read('run.sftrace');
    let isSent = false;
    const forked = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', ...corrected], {
      ...up(),
      started: (child, onStderr) =>
        onStderr((text) => {
          if (!isSent && text.includes('asking')) isSent = child.kill('SIGINT');
        }),
    });
    expect([forked.code, forked.signal, forked.stdout]).toEqual([null, 'SIGINT', expect.stringContaining('nothing was written')]);
    expect([here.read('run.sftrace'), leftOf(here)]).toEqual([before, []]);
  });

  test('attached: a run of a renamed script fits where its arguments and its stdin do', async () => {
    const here = opened();
    await record(here);
    await record(here, 'fixed.mjs', { output: 'fixed.sftrace' });
    await record(here, 'fixed.mjs', { output: 'other-order.sftrace', order: '8842' });
    await record(here, 'fixed.mjs', { output: 'other-stdin.sftrace', stdin: 'a chair' });
    for (const other of ['other-order.sftrace', 'other-stdin.sftrace']) {
      const refused = await here.stepfork(['fork', 'run.sftrace', '--from', other]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('had another input')]);
    }
    const running = await here.stepfork(['fork', 'run.sftrace', '--from', 'fixed.sftrace', ...corrected]);
    expect([running.code, running.stderr]).toEqual([2, expect.stringContaining('nothing is run')]);
    expect((await here.stepfork(['fork', 'run.sftrace', '--from', 'fixed.sftrace', ...green])).code).toBe(0);
    const replayed = await replay(here);
    expect([replayed.code, replayed.stderr]).toEqual([0, expect.stringContaining('pass')]);
  });

  test('what if a recorded answer had been another one', async () => {
    const source =
      "import { tool } from '@stepfork/interceptor'; console.log(await tool('stock', async () => 3)('lamp'), process.argv[2]);";
    const here = opened({ 'agent.mjs': source });
    await record(here);
    const made = await here.stepfork(
      ['fork', 'run.sftrace', '--at', '0', '--answer', '0', '-o', 'what-if.sftrace', '--', 'node', 'agent.mjs', '8841'],
      down,
    );
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('what if step 0')]);
    expect((await readTraceFile(here.path('what-if.sftrace'))).trunk.outcome).toEqual({
      kind: 'returned',
      value: { stdout: '0 8841\n', exitCode: 0 },
    });
  });

  test('is dropped where the case does not need it', async () => {
    const here = opened();
    await record(here);
    await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', ...corrected], up());
    here.write('fixed.mjs', agent(''));
    const pruned = await here.stepfork(['fork', 'run.sftrace', '--prune', ...green, ...corrected], down);
    expect([pruned.code, (await readTraceFile(here.path('run.sftrace'))).forks.length]).toEqual([0, 0]);
  });
});
