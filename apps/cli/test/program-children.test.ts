import { readFileSync } from 'node:fs';
import { type Provider, startProvider } from '@stepfork/testkit';
import { validateTrace } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, type Project, project, type RunOptions } from './support/project.ts';

/** Asks with an id and a date of its own, which only a replay of its own clock and chance draws again; by fetch, which no process has to load. */
const ask = `
  import { randomUUID } from 'node:crypto';
  export async function ask(content) {
    const headers = { 'content-type': 'application/json', authorization: \`Bearer \${process.env.OPENAI_API_KEY}\` };
    const question = \`\${content} \${randomUUID()} \${Date.now()} \${Math.random()} \${process.env.MORE ?? ''}\`;
    const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: question }] });
    const answer = await fetch(process.env.PROVIDER_URL + '/chat/completions', { method: 'POST', headers, body });
    return (await answer.json()).choices[0].message.content;
  }
`;
const child = "import { ask } from './ask.mjs'; console.log(process.argv[2], await ask(process.argv[2]), Math.random());";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ ids: 'random' });
});
afterAll(() => provider.close());

function opened(agent: string, files: Readonly<Record<string, string>> = {}): Project {
  const here = project();
  for (const [name, text] of Object.entries({ 'ask.mjs': ask, 'child.mjs': child, 'agent.mjs': agent, ...files })) here.write(name, text);
  return here;
}

function record(here: Project): Promise<Ended> {
  const env = { OPENAI_API_KEY: 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz', PROVIDER_URL: `${provider.url}/v1` };
  return here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], { env });
}

function replay(here: Project, flags: readonly string[] = [], env: RunOptions['env'] = {}): Promise<Ended> {
  return here.stepfork(['replay', 'run.sftrace', '--timeout', '120000', ...flags, '--', 'node', 'agent.mjs'], {
    env: { OPENAI_API_KEY: undefined, PROVIDER_URL: 'http://127.0.0.1:9/v1', ...env },
  });
}

describe('a program whose other processes ask is replayed from one recording, all of them with their own clock and chance', () => {
  test.each([
    [
      'fork',
      "const { fork } = await import('node:child_process'); await new Promise((done) => fork('child.mjs', ['a']).on('exit', done));",
      2,
    ],
    [
      'spawnSync, in which the program waits for it',
      "const { spawnSync } = await import('node:child_process'); spawnSync(process.execPath, ['child.mjs', 'a'], { stdio: 'inherit' });",
      2,
    ],
    [
      'execSync by a shell, with an environment of its own',
      "const { execSync } = await import('node:child_process'); process.stdout.write(execSync('node child.mjs a', { env: { ...process.env, OWN: '1' } }));",
      2,
    ],
    [
      'spawnSync with an environment made by hand, in which nothing is of ours',
      "const { spawnSync } = await import('node:child_process'); const { PROVIDER_URL, OPENAI_API_KEY = 'none' } = process.env; spawnSync(process.execPath, ['child.mjs', 'a'], { stdio: 'inherit', env: { PROVIDER_URL, OPENAI_API_KEY } });",
      2,
    ],
    [
      'fork with other NODE_OPTIONS',
      "const { fork } = await import('node:child_process'); await new Promise((done) => fork('child.mjs', ['a'], { env: { ...process.env, NODE_OPTIONS: '' } }).on('exit', done));",
      2,
    ],
    [
      'execSync, when the program has taken NODE_OPTIONS away',
      "delete process.env.NODE_OPTIONS; const { execSync } = await import('node:child_process'); process.stdout.write(execSync('node child.mjs a'));",
      2,
    ],
    [
      'a worker thread with an environment made by hand',
      "const { Worker } = await import('node:worker_threads'); const { PROVIDER_URL, OPENAI_API_KEY = 'none' } = process.env; await new Promise((done) => new Worker('./child.mjs', { argv: ['a'], env: { PROVIDER_URL, OPENAI_API_KEY } }).on('exit', done));",
      2,
    ],
    [
      'three at once with the same arguments',
      "const { execFile } = await import('node:child_process'); const run = () => new Promise((done) => execFile('node', ['child.mjs', 'a'], (_, out) => done(out))); process.stdout.write((await Promise.all([run(), run(), run()])).join(''));",
      4,
    ],
    [
      'two worker threads',
      "const { Worker } = await import('node:worker_threads'); const run = (name) => new Promise((done) => new Worker('./child.mjs', { argv: [name] }).on('exit', done)); await Promise.all([run('a'), run('b')]);",
      3,
    ],
    [
      'a process of a process',
      "const { execFileSync } = await import('node:child_process'); process.stdout.write(execFileSync('node', ['middle.mjs']));",
      3,
    ],
    [
      'one that is killed when it has answered',
      "const { fork } = await import('node:child_process'); const served = fork('server.mjs'); console.log(await new Promise((done) => served.on('message', done))); served.kill('SIGKILL'); await new Promise((done) => served.on('exit', done));",
      2,
    ],
  ])('%s', async (_what, start, calls) => {
    const here = opened(`import { ask } from './ask.mjs'; console.log(await ask('first')); ${start} process.exitCode = 5;`, {
      'middle.mjs':
        "import { execFileSync } from 'node:child_process'; import { ask } from './ask.mjs'; console.log(await ask('middle')); process.stdout.write(execFileSync('node', ['child.mjs', 'a']));",
      'server.mjs': "import { ask } from './ask.mjs'; process.send(await ask('served')); setInterval(() => {}, 1000);",
    });
    const recorded = await record(here);
    expect({ ...recorded, stderr: '' }).toMatchObject({ code: 5 });
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect(trunk.steps.length).toBe(calls);
    expect(await validateTrace(readFileSync(here.path('run.sftrace')))).toEqual([]);
    const before = provider.requests.length;
    const replayed = await replay(here);
    expect([replayed.code, lines(replayed), replayed.stderr]).toEqual([
      5,
      lines(recorded),
      expect.stringContaining('the recording answered every call'),
    ]);
    const judged = await replay(here, ['--returns', '{"exitCode":5}', '--json']);
    const { replay: followed } = JSON.parse(judged.stdout);
    expect([judged.code, followed.receipt.unused, followed.receipt.entries.map(({ how }: { how: string }) => how)]).toEqual([
      0,
      [],
      Array.from({ length: calls }, () => 'exact'),
    ]);
    expect(provider.requests.length).toBe(before);
  });
});

/** Those of processes that run at once come as they come. */
function lines({ stdout }: Ended): readonly string[] {
  return stdout.split('\n').sort();
}

describe('what a process of the program does counts', () => {
  test('a question that nobody recorded makes the verdict inconclusive, although the program ends well', async () => {
    const here = opened(
      "import { fork } from 'node:child_process'; await new Promise((done) => fork('child.mjs', ['a']).on('exit', done));",
    );
    await record(here);
    const replayed = await replay(here, ['--returns', '{"exitCode":0}'], { MORE: 'please' });
    expect([replayed.code, replayed.stderr]).toEqual([3, expect.stringContaining('/body/messages/0/content')]);
  });

  const tools = `
    import { tool } from '@stepfork/interceptor';
    export const refund = tool('issue_refund', async ({ cents }) => ({ ok: cents < 100 }), { effect: true });
    export const balance = tool('get_balance', async () => 7);
  `;
  const agent = `
    import { execFileSync } from 'node:child_process';
    import { balance } from './tools.mjs';
    await balance({});
    execFileSync('node', ['pay.mjs']);
    console.log(await balance({}));
    if (process.env.TWICE) execFileSync('node', ['pay.mjs']);
    if (process.env.TWICE) await balance({});
  `;
  const pay = "import { refund } from './tools.mjs'; await refund({ cents: Number(process.env.CENTS ?? 49) });";

  test('an effect is judged by the claim, and is one before what the program reads after it', async () => {
    const here = opened(agent, { 'tools.mjs': tools, 'pay.mjs': pay });
    await record(here);
    const claim = ['--expect-call', 'issue_refund x1 {"cents":49}'];
    expect((await replay(here, claim)).code).toBe(0);
    expect((await replay(here, ['--expect-call', 'issue_refund x1 {"cents":50}'])).code).toBe(1);
    const twice = await replay(here, ['--expect-call', 'issue_refund x2'], { TWICE: '1' });
    expect([twice.code, twice.stderr]).toEqual([3, expect.stringContaining('get_balance')]);
  });

  test('a borrowed answer is asked again with another value there', async () => {
    const here = opened(
      "import { execFileSync } from 'node:child_process'; import { tool } from '@stepfork/interceptor'; if (String(execFileSync('node', ['pay.mjs'])) === 'true\\n') await tool('tell', async () => null, { effect: true })('done');",
      { 'tools.mjs': tools, 'pay.mjs': pay.replace('await refund', 'console.log((await refund').replace(') });', ') })).ok);') },
    );
    await record(here);
    const judged = await replay(here, ['--expect-call', 'tell x1'], { CENTS: '4999' });
    expect([judged.code, judged.stderr]).toEqual([3, expect.stringContaining('inconclusive (borrowed)')]);
  });
});

test('ids that a model minted for one process are known to the one that asks on', async () => {
  const post = `
    const post = async (body) => {
      const answer = await fetch(process.env.PROVIDER_URL + '/chat/completions', { method: 'POST', body: JSON.stringify(body) });
      return (await answer.json()).choices[0].message;
    };
  `;
  const plan = `
    import { execFileSync } from 'node:child_process';
    ${post}
    const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }];
    const question = { role: 'user', content: 'Weather?' };
    const message = await post({ model: 'planner', messages: [question], tools });
    const [{ id }] = message.tool_calls;
    const result = { role: 'tool', tool_call_id: process.env.MIXED ?? id, content: 'sunny' };
    process.stdout.write(execFileSync('node', ['write.mjs'], { input: JSON.stringify([question, message, result]) }));
  `;
  const write = `
    import { text } from 'node:stream/consumers';
    ${post}
    console.log((await post({ model: 'writer', messages: JSON.parse(await text(process.stdin)) })).content);
  `;
  const here = opened(plan, { 'write.mjs': write });
  const recorded = await record(here);
  const asked = provider.requests.length;
  const live = (env: RunOptions['env'] = {}): Promise<Ended> =>
    replay(here, ['--policy', 'model:planner=live', '--policy', 'get_weather=live', '--json'], {
      PROVIDER_URL: `${provider.url}/v1`,
      ...env,
    });
  const replayed = await live();
  expect([replayed.code, replayed.stderr]).toEqual([0, expect.stringContaining(recorded.stdout.trim())]);
  expect(JSON.parse(replayed.stdout).receipt.entries.map(({ how }: { how: string }) => how)).toEqual(['live', 'exact']);
  expect(provider.requests.length).toBe(asked + 1);
  expect((await live({ MIXED: 'call_of_another' })).code).toBe(3);
});
