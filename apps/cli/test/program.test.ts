import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { type Provider, startProvider } from '@stepfork/testkit';
import { validateTrace } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Ended, type Project, project, type RunOptions } from './support/project.ts';

const key = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';

/** A program as somebody may have written it, who has never heard of us. */
const client = 'new OpenAI({ apiKey: process.env.OPENAI_API_KEY, baseURL: process.env.PROVIDER_URL, maxRetries: 0 })';
const programs = {
  'agent.mjs': `
    import OpenAI from 'openai';
    import { randomUUID } from 'node:crypto';
    const client = ${client};
    const id = randomUUID();
    const ask = (content) => client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content }] });
    const { choices } = await ask(\`Order \${process.argv[2]} of \${new Date().toISOString()}: \${id} \${process.env.MORE ?? ''}\`);
    console.log(choices[0].message.content, id, Date.now());
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stream = await client.chat.completions.create({ model: 'gpt-4o-slow', stream: true, messages: [{ role: 'user', content: 'More?' }] });
    for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '');
    console.log(Math.random());
    process.exitCode = 7;
  `,
  'agent.cjs': `
    const OpenAI = require('openai');
    async function main() {
      const { choices } = await ${client}.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: String(Math.random()) }] });
      console.log(choices[0].message.content, require('node:crypto').randomBytes(4).toString('hex'), require.main === module);
      process.exit(3);
    }
    main();
  `,
  'request.cjs': `
    const { request } = require('node:http');
    const body = (stream, content) => JSON.stringify({ model: 'gpt-4o-slow', stream, messages: [{ role: 'user', content }] });
    const ask = (content) => new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY };
      const asked = request(process.env.PROVIDER_URL + '/chat/completions', { method: 'POST', headers }, (answer) => {
        answer.on('data', (bytes) => process.stdout.write(bytes)).on('end', resolve);
      });
      asked.on('error', reject).end(body(true, content));
    });
    ask('Weather?').then(() => ask('More?')).then(() => console.log(process.hrtime().length, Date.now()));
  `,
  'agent.ts': `
    import { text } from 'node:stream/consumers';
    import OpenAI from 'openai';
    enum Role { User = 'user' }
    const input: string = await text(process.stdin);
    const { choices } = await ${client}.chat.completions.create({ model: 'gpt-4o', messages: [{ role: Role.User, content: input }] });
    console.log(choices[0]?.message.content, input.trim().length, Date.now());
  `,
};

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ ids: 'random' });
});
afterAll(() => provider.close());

function opened(files: Readonly<Record<string, string>> = programs): Project {
  const here = project();
  for (const [name, text] of Object.entries(files)) here.write(name, text);
  return here;
}

function record(here: Project, command: readonly string[], options: RunOptions = {}, flags: readonly string[] = []): Promise<Ended> {
  const env = { OPENAI_API_KEY: key, PROVIDER_URL: `${provider.url}/v1`, ...options.env };
  return here.stepfork(['record', '-o', 'run.sftrace', ...flags, '--', ...command], { ...options, env });
}

/** Nobody listens there, and there is no key. */
function replay(here: Project, command: readonly string[], flags: readonly string[] = [], options: RunOptions = {}): Promise<Ended> {
  const env = { OPENAI_API_KEY: undefined, PROVIDER_URL: 'http://127.0.0.1:9/v1', ...options.env };
  return here.stepfork(['replay', 'run.sftrace', ...flags, '--', ...command], { ...options, env });
}

/** What lies in the project and belongs to the run. */
function left(here: Project): readonly string[] {
  return here
    .files()
    .map((path) => path.slice(here.folder.length + 1))
    .filter((path) => /sftrace|order\.json|\.(?:start|end)\.json/.test(path));
}

describe('a program is recorded as it is, and replayed with the server down: same output, same exit code', () => {
  test.each([
    ['an ES module, streams, a timer, ids and dates', ['node', 'agent.mjs', '8841'], 7, undefined],
    ['a CommonJS program that calls process.exit', ['node', 'agent.cjs'], 3, undefined],
    ['a program that uses http.request, and nothing else', ['node', 'request.cjs'], 0, undefined],
    ['TypeScript by tsx, which starts a process of its own, with an input', ['tsx', 'agent.ts'], 0, 'Where is my lamp?\n'],
    ['a script of npm', ['npm', 'run', 'agent'], 7, undefined],
  ])('%s', async (_what, command, code, stdin) => {
    const here = opened();
    here.write('package.json', JSON.stringify({ type: 'module', scripts: { agent: 'node agent.mjs 8841' } }));
    const words =
      command[0] === 'tsx' ? ['node', new URL('../node_modules/tsx/dist/cli.mjs', import.meta.url).pathname, 'agent.ts'] : command;
    const recorded = await record(here, words, stdin === undefined ? {} : { stdin });
    expect({ ...recorded, stderr: '' }).toMatchObject({ code, signal: null });
    expect(recorded.stdout).toContain('21°C');
    const { trunk, sealed } = await readTraceFile(here.path('run.sftrace'));
    expect([sealed, trunk.run.agent, trunk.steps.length > 0]).toEqual([true, null, true]);
    expect(trunk.run.input).toMatchObject({ command: words });
    if (command[0] !== 'npm') expect(trunk.outcome).toEqual({ kind: 'returned', value: { stdout: recorded.stdout, exitCode: code } });
    expect(JSON.stringify(trunk)).not.toContain(key);
    expect(left(here)).toEqual(['run.sftrace']);

    const before = provider.requests.length;
    const replayed = await replay(here, words);
    expect([replayed.code, replayed.stdout, replayed.stderr]).toEqual([
      code,
      recorded.stdout,
      expect.stringContaining('the recording answered every call'),
    ]);
    expect(provider.requests.length).toBe(before);
  });
});

describe('a recorded program', () => {
  test('is judged by a claim: the exit code is that of the verdict, whatever the program ends with', async () => {
    const here = opened();
    await record(here, ['node', 'agent.mjs', '8841']);
    const right = await replay(here, ['node', 'agent.mjs', '8841'], ['--returns', '{"exitCode":7}']);
    expect([right.code, right.stderr]).toEqual([0, expect.stringContaining('pass')]);
    const wrong = await replay(here, ['node', 'agent.mjs', '8841'], ['--returns', '{"exitCode":0}', '--json']);
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ verdict: { kind: 'fail' } });
    here.write('fixed.mjs', programs['agent.mjs'].replace('process.exitCode = 7', 'process.exitCode = 0'));
    const fixed = await replay(here, ['node', 'fixed.mjs', '8841'], ['--returns', '{"exitCode":0}']);
    expect([fixed.code, fixed.stderr]).toEqual([0, expect.stringContaining('pass')]);
  });

  test('that asks something else ends with 3, and says what differs and how to go on', async () => {
    const here = opened();
    await record(here, ['node', 'agent.mjs', '8841']);
    const asked = await replay(here, ['node', 'agent.mjs', '8841'], [], { env: { MORE: 'please' } });
    expect(asked.code).toBe(3);
    expect(asked.stderr).toContain('inconclusive (diverged)');
    expect(asked.stderr).toContain('/body/messages/0/content');
    expect(asked.stderr).toContain('stepfork record --output');
    expect(asked.stderr).toContain('-- node agent.mjs 8841');
    expect(asked.stderr).toContain("stepfork fork run.sftrace --live 'model:*' -- node agent.mjs 8841");
  });

  test('that dies of our refusal prints the line that threw it, which is short enough to read', async () => {
    const refund = "await fetch(process.env.PROVIDER_URL + '/refunds', { method: 'POST', body: process.env.CENTS });";
    const here = opened({ 'agent.mjs': refund });
    await record(here, ['node', 'agent.mjs'], { env: { CENTS: '49.99' } });
    const asked = await replay(here, ['node', 'agent.mjs'], [], { env: { CENTS: '4999' } });
    expect(asked).toMatchObject({ code: 3, stderr: expect.stringMatching(/^\S+replay-process\.cjs:\d+\n/) });
    expect(Math.max(...asked.stderr.split('\n').map(({ length }) => length))).toBeLessThan(400);
  });

  test('with other arguments is refused, since it has another input', async () => {
    const here = opened();
    await record(here, ['node', 'agent.mjs', '8841']);
    const other = await replay(here, ['node', 'agent.mjs', '8842']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('has the recorded arguments (8841)')]);
  });

  test('that crashes before its first call leaves a trace with the error', async () => {
    const here = opened({ 'agent.mjs': "console.log('before'); throw new TypeError('no order');" });
    const recorded = await record(here, ['node', 'agent.mjs']);
    expect([recorded.code, recorded.stdout]).toEqual([1, 'before\n']);
    expect(recorded.stderr).toContain('TypeError: no order');
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect(trunk.outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError', message: 'no order' } });
    const judged = await replay(here, ['node', 'agent.mjs'], ['--returns', '{}']);
    expect([judged.code, judged.stderr]).toEqual([1, expect.stringContaining('no order')]);
  });

  test.each([
    ['that sets it when it hears of the end', "process.on('exit', () => { console.log('bye'); process.exitCode = 5; });", 5, 'bye\n'],
    [
      'that ends there and then when it hears of the end',
      "process.on('exit', () => { console.log('bye'); process.exit(6); });",
      6,
      'bye\n',
    ],
    ['of a module whose await never comes to its end', "console.log('a'); await new Promise(() => {});", 13, 'a\n'],
    ['that throws when it hears of the end', "process.on('exit', () => { throw new Error('late'); });", 1, ''],
  ])('%s: its exit code and all that it prints are in the trace, and in a replay', async (_, source, code, stdout) => {
    const here = opened({ 'agent.mjs': source });
    const recorded = await record(here, ['node', 'agent.mjs']);
    expect([recorded.code, recorded.stdout]).toEqual([code, stdout]);
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    if (trunk.outcome.kind !== 'threw') expect(trunk.outcome).toMatchObject({ value: { stdout, exitCode: code } });
    const replayed = await replay(here, ['node', 'agent.mjs']);
    expect([replayed.code, replayed.stdout]).toEqual([code, stdout]);
    const judged = await replay(here, ['node', 'agent.mjs'], ['--returns', JSON.stringify({ stdout, exitCode: code })]);
    expect(judged.code).toBe(trunk.outcome.kind === 'threw' ? 1 : 0);
  });

  test('that is interrupted by Ctrl-C ends by it, and what had happened is recorded', async () => {
    const here = opened({ 'agent.mjs': `${programs['agent.mjs']}\nprocess.stderr.write('waiting\\n'); setInterval(() => {}, 1000);` });
    const recorded = await record(here, ['node', 'agent.mjs', '1'], {
      started: (child, onStderr) => {
        let sent = false;
        onStderr((text) => {
          if (!sent && text.includes('waiting')) sent = child.kill('SIGINT');
        });
      },
    });
    expect([recorded.code, recorded.signal]).toEqual([null, 'SIGINT']);
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect([trunk.steps.length, trunk.outcome.kind]).toEqual([2, 'interrupted']);
    expect(left(here)).toEqual(['run.sftrace']);
  });

  test('that is interrupted in a replay ends by the signal, and nothing is judged', async () => {
    const here = opened({ 'agent.mjs': "if (process.env.WAIT) { process.stderr.write('waiting\\n'); for (;;); }" });
    await record(here, ['node', 'agent.mjs']);
    const replayed = await replay(here, ['node', 'agent.mjs'], ['--returns', '{}'], {
      env: { WAIT: '1' },
      started: (child, onStderr) => onStderr((text) => text === 'waiting\n' && child.kill('SIGTERM')),
    });
    expect([replayed.code, replayed.signal, replayed.stderr]).toEqual([null, 'SIGTERM', expect.stringContaining('nothing was judged')]);
    expect(left(here)).toEqual(['run.sftrace']);
  });

  test('that handles the signal itself ends as it wants to', async () => {
    const here = opened({
      'agent.mjs': "process.on('SIGTERM', () => process.exit(9)); process.stderr.write('waiting\\n'); setInterval(() => {}, 1000);",
    });
    const recorded = await record(here, ['node', 'agent.mjs'], {
      started: (child, onStderr) => onStderr((text) => text === 'waiting\n' && child.kill('SIGTERM')),
    });
    expect(recorded.code).toBe(9);
    expect((await readTraceFile(here.path('run.sftrace'))).trunk.outcome).toEqual({ kind: 'returned', value: { stdout: '', exitCode: 9 } });
  });

  test('that never ends in a replay is ended after the time limit', async () => {
    const here = opened({
      'agent.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('pid', String(process.pid)); if (process.env.HANG) for (;;);",
    });
    await record(here, ['node', 'agent.mjs']);
    const hung = await replay(here, ['node', 'agent.mjs'], ['--timeout', '1500'], { env: { HANG: '1' } });
    expect([hung.code, hung.stderr]).toEqual([4, expect.stringContaining('timed-out')]);
    expect(() => process.kill(Number(here.read('pid')), 0)).toThrow();
  });

  test('keeps its effects to itself: a tool that it declares does not run in a replay', async () => {
    const source = `
      import { appendFileSync } from 'node:fs';
      import { tool } from '@stepfork/interceptor';
      const refund = tool('issue_refund', async ({ cents }) => { appendFileSync('effects.txt', 'x'); return { cents }; }, { effect: true });
      console.log(await refund({ cents: Number(process.env.CENTS ?? 49) }));
    `;
    const here = opened({ 'agent.mjs': source });
    await record(here, ['node', 'agent.mjs']);
    const claim = ['--expect-call', 'issue_refund x1 {"cents":4999}'];
    expect((await replay(here, ['node', 'agent.mjs'], claim)).code).toBe(1);
    expect((await replay(here, ['node', 'agent.mjs'], claim, { env: { CENTS: '4999' } })).code).toBe(0);
    expect(here.read('effects.txt')).toBe('x');
  });

  test('borrowed answers are asked again in processes of their own', async () => {
    const source = `
      import { tool } from '@stepfork/interceptor';
      const refund = tool('issue_refund', async ({ cents }) => ({ ok: cents < 100 }), { effect: true });
      const { ok } = await refund({ cents: Number(process.env.CENTS ?? 49) });
      if (ok) await tool('tell', async () => null, { effect: true })('done');
    `;
    const here = opened({ 'agent.mjs': source });
    await record(here, ['node', 'agent.mjs']);
    const judged = await replay(here, ['node', 'agent.mjs'], ['--expect-call', 'tell x1'], { env: { CENTS: '4999' } });
    expect([judged.code, judged.stderr]).toEqual([3, expect.stringContaining('inconclusive (borrowed)')]);
  });
});

test('a key that the program takes from a file of its own is no less a secret, and a replay needs neither', async () => {
  const source = `
    import { existsSync, readFileSync } from 'node:fs';
    import OpenAI from 'openai';
    if (existsSync('keys.txt')) process.env.SHOP_TOKEN ??= readFileSync('keys.txt', 'utf8');
    const client = new OpenAI({ apiKey: process.env.SHOP_TOKEN, baseURL: process.env.PROVIDER_URL });
    const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: process.env.SHOP_TOKEN }] });
    console.log(choices[0].message.content);
  `;
  const here = opened({ 'agent.mjs': source, 'keys.txt': 'orange-giraffe-nibbles-4711' });
  const recorded = await record(here, ['node', 'agent.mjs']);
  expect(JSON.stringify((await readTraceFile(here.path('run.sftrace'))).trunk)).not.toContain('giraffe');
  rmSync(here.path('keys.txt'));
  const replayed = await replay(here, ['node', 'agent.mjs']);
  expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout]);
});

describe('other processes', () => {
  const asking = (who: string): string => `
    import OpenAI from 'openai';
    export const ask = async () => (await ${client}.chat.completions.create({ model: '${who}', messages: [{ role: 'user', content: '${who}' }] })).choices[0].message.content;
  `;
  const files = {
    'first.mjs': asking('first'),
    'second.mjs': asking('second'),
    'third.mjs': asking('third'),
    'child.mjs': "import { ask } from './second.mjs'; await ask(); console.log('child');",
    'agent.mjs': `
      import { fork } from 'node:child_process';
      import { ask as first } from './first.mjs';
      import { ask as third } from './third.mjs';
      await first();
      if (!process.env.ALONE) await new Promise((resolve) => fork('./child.mjs', ['of', 'mine']).on('exit', resolve));
      await third();
      console.log('done');
    `,
  };

  test('that run on Node are recorded into the same trace, in the order of time', async () => {
    const here = opened(files);
    const recorded = await record(here, ['node', 'agent.mjs']);
    expect(recorded.stderr).toContain('3 calls (3 model, 0 tool), of 2 processes');
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect(trunk.steps.map(({ call, parent }) => [call.name, parent])).toEqual([
      ['first', null],
      ['second', null],
      ['third', null],
    ]);
    expect(trunk.outcome).toEqual({ kind: 'returned', value: { stdout: 'done\n', exitCode: 0 } });
    expect(await validateTrace(readFileSync(here.path('run.sftrace')))).toEqual([]);
  });

  test('may be left out by corrected code: what they asked is left over', async () => {
    const here = opened(files);
    await record(here, ['node', 'agent.mjs']);
    const without = await replay(here, ['node', 'agent.mjs'], ['--returns', '{"exitCode":0}'], { env: { ALONE: '1' } });
    expect([without.code, without.stderr]).toEqual([0, expect.stringContaining('pass')]);
  });

  test('that only start others are no part of the run, whatever they ask', async () => {
    const here = opened({
      'node_modules/npm/bin/npm-cli.js': `
        const { get } = require('node:http');
        const start = () => require('node:child_process').spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });
        get(process.env.PROVIDER_URL + '/newer-npm', (answer) => answer.resume().on('end', start)).on('error', start);
      `,
      'request.cjs': programs['request.cjs'],
    });
    const command = ['node', 'node_modules/npm/bin/npm-cli.js', 'request.cjs'];
    const recorded = await record(here, command);
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect(trunk.steps.map(({ call }) => call.name)).toEqual(['gpt-4o-slow', 'gpt-4o-slow']);
    const replayed = await replay(here, command);
    expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout]);
  });

  test('what no trace can hold is named', async () => {
    const source = `
      import { execFileSync, spawn } from 'node:child_process';
      import http from 'node:http';
      import http2 from 'node:http2';
      import net from 'node:net';
      import { Worker } from 'node:worker_threads';
      const createConnection = ({ host, port }) => net.connect(port, host);
      await new Promise((resolve) => http.get(process.env.PROVIDER_URL, { createConnection }, (answer) => answer.resume().on('end', resolve)));
      const [session, served] = [http2.connect('http://localhost:' + process.env.SERVED), net.connect(process.env.SERVED, '127.0.0.1')];
      session.on('error', () => {});
      await new Promise((resolve) => served.on('close', resolve));
      session.destroy();
      await new Promise((resolve) => new Worker('1', { eval: true }).on('exit', resolve));
      execFileSync('true');
      await new Promise((resolve) => spawn('sleep', ['0.01']).on('exit', resolve));
      await new Promise((resolve) => spawn('node', ['-e', '0']).on('exit', resolve));
    `;
    const here = opened({ 'agent.mjs': source });
    const database = createServer((socket) => socket.destroy()).listen(0);
    onTestFinished(() => void database.close());
    const { port } = database.address() as AddressInfo;
    const recorded = await record(here, ['node', 'agent.mjs'], { env: { SERVED: String(port) } });
    const seen = recorded.stderr.split('\n').filter((line) => line.startsWith('seen but not recorded: '));
    expect(seen.map((line) => line.slice(23))).toEqual([
      'a worker made of a text (eval)',
      `1 request to ${new URL(provider.url).host} by a client that is not recorded`,
      `1 connection to localhost:${port} that is not recorded (HTTP/2, a database, …)`,
      `1 connection to 127.0.0.1:${port} that is not recorded (HTTP/2, a database, …)`,
      'a process that is no recorded Node process: true',
      'a process that is no recorded Node process: sleep',
    ]);
    const replayed = await replay(here, ['node', 'agent.mjs']);
    expect([replayed.code, replayed.stderr]).toEqual([3, expect.stringContaining('opens a socket to 127.0.0.1:9')]);
  });
});

describe('asked wrongly', () => {
  test('is one error: nothing ran, no file', async () => {
    const here = opened({ 'agent.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('ran', '');" });
    const asked: readonly (readonly [readonly string[], readonly string[], string])[] = [
      [[], ['nosuchcommand'], 'There is no command nosuchcommand.'],
      [[], [], 'Behind -- there is no command.'],
      [['-a', './agent.mjs#run'], ['node', 'agent.mjs'], '--agent speaks of an agent that is a function'],
      [['-o', 'no/such/run.sftrace'], ['node', 'agent.mjs'], 'There is no folder'],
      [['-o', 'run.json'], ['node', 'agent.mjs'], 'has no ending of a trace file'],
    ];
    const ended = await here.refused(asked.map(([flags, command]) => ['record', ...flags, '--', ...command]));
    for (const [at, one] of ended.entries())
      expect(one).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(asked[at]?.[2] ?? '?') });
    expect([here.has('ran'), left(here)]).toEqual([false, []]);
  });

  test('a command that is no Node program runs, and leaves no file', async () => {
    const here = opened();
    const ended = await record(here, ['echo', 'hello']);
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([3, 'hello\n', expect.stringContaining('no Node process was seen')]);
    expect(left(here)).toEqual([]);
  });

  test('a file that is there is kept, unless it is forced', async () => {
    const here = opened({ 'agent.mjs': 'console.log(1);' });
    here.write('run.sftrace', 'mine');
    expect((await record(here, ['node', 'agent.mjs'])).code).toBe(2);
    expect(here.read('run.sftrace')).toBe('mine');
    expect((await record(here, ['node', 'agent.mjs'], {}, ['--force'])).code).toBe(0);
    expect(existsSync(here.path('run.sftrace'))).toBe(true);
  });

  test('STEPFORK_HOOKS=off: the program runs as it is, nothing is recorded, and nothing is replayed', async () => {
    const here = opened({ 'agent.mjs': "process.stdin.pipe(process.stdout); process.stderr.write('own\\n'); process.exitCode = 6;" });
    const off = { env: { STEPFORK_HOOKS: 'off' } };
    const ended = await record(here, ['node', 'agent.mjs'], { ...off, stdin: 'through' });
    expect(ended).toMatchObject({
      code: 6,
      stdout: 'through',
      stderr: 'note: STEPFORK_HOOKS=off: the program runs, and nothing is recorded\nown\n',
    });
    expect(left(here)).toEqual([]);
    expect((await record(here, ['nosuchcommand'], off)).code).toBe(2);
    await record(here, ['node', 'agent.mjs'], { stdin: 'through' });
    const replayed = await replay(here, ['node', 'agent.mjs'], [], off);
    expect([replayed.code, replayed.stdout, replayed.stderr]).toEqual([2, '', expect.stringContaining('STEPFORK_HOOKS=off')]);
  });

  test('a program and a function are not taken for each other', async () => {
    const here = opened({ 'agent.mjs': 'console.log(1); export const run = async () => 1;' });
    await record(here, ['node', 'agent.mjs', '1']);
    for (const command of [
      ['replay', 'run.sftrace'],
      ['export', 'run.sftrace'],
    ]) {
      const ended = await here.stepfork(command);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('stepfork replay run.sftrace -- node agent.mjs 1')]);
      expect(ended.stderr).toContain('--agent');
    }
    expect((await here.stepfork(['record', '-a', './agent.mjs#run', '-o', 'run.sftrace', '-f'])).code).toBe(0);
    const ended = await replay(here, ['node', 'agent.mjs', '1']);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('is the recording of an agent that is a function')]);
  });
});

test('a client that is a package and notes when an answer comes has the same times in a replay', async () => {
  const here = opened();
  here.write('node_modules/timed/package.json', '{"name":"timed","main":"index.js"}');
  here.write(
    'node_modules/timed/index.js',
    `
    const { request } = require('node:http');
    exports.post = (url, body) => new Promise((resolve, reject) => {
      const times = { asked: Date.now() };
      const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
      asked.once('response', function answered(answer) {
        times.answered = Date.now();
        answer.on('end', function ended() { times.ended = Date.now(); resolve(times); }).resume();
      });
      asked.on('error', reject).end(JSON.stringify(body));
    });
  `,
  );
  here.write(
    'timed.cjs',
    `
    const { post } = require('timed');
    const ask = (model) => post(process.env.PROVIDER_URL + '/chat/completions', { model, stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    ask('gpt-4o-slow').then((times) => console.log(JSON.stringify(times)));
  `,
  );
  const recorded = await record(here, ['node', 'timed.cjs']);
  const replayed = await replay(here, ['node', 'timed.cjs'], ['--timeout', '120000']);
  expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout]);
});
