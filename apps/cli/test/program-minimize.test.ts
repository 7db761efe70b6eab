import { readFileSync } from 'node:fs';
import { type Provider, startProvider } from '@stepfork/testkit';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isAlive } from '../src/processes/is-alive.ts';
import { type Ended, type Project, project, type RunOptions } from './support/project.ts';

const orders = Array.from({ length: 4 }, (_, at) => ({
  id: `order-${3000 + at}`,
  cents: 700 + at,
  eu: at === 1,
  note: 'Left at the door. '.repeat(9),
}));

/** Refunds what is due, one order after the other, over HTTP. The bug: for orders of the EU it takes cents for euros. */
const refunds = (centsOf: string, then = ''): string => `
  import { appendFileSync } from 'node:fs';
  import { text } from 'node:stream/consumers';
  import { tool } from '@stepfork/interceptor';
  const ask = async (body) => {
    const headers = { 'content-type': 'application/json', authorization: \`Bearer \${process.env.OPENAI_API_KEY}\` };
    // As SDKs do: a limit for each request, which is taken back when the answer is there.
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), 600_000);
    const answer = await fetch(\`\${process.env.PROVIDER_URL}/chat/completions\`, { method: 'POST', headers, signal: over.signal, body: JSON.stringify(body) });
    clearTimeout(timer);
    return answer.json();
  };
  const orders = ${JSON.stringify(orders)};
  const lookUp = tool('look_up', async ({ id }) => orders.find((order) => order.id === id));
  const refund = tool('refund', async (given) => { appendFileSync('effects.log', JSON.stringify(given) + '\\n'); return { ok: true }; }, { effect: true });
  const task = await text(process.stdin);
  const messages = [{ role: 'user', content: process.argv[2] + ': ' + task }];
  let total = 0;
  for (;;) {
    const { choices: [{ message }] } = await ask({ model: 'gpt-4o', messages });
    messages.push(message);
    const [call] = message.tool_calls ?? [];
    if (call === undefined) break;
    const order = await lookUp(JSON.parse(call.function.arguments));
    if (order.eu) {
      const cents = ${centsOf};
      await refund({ id: order.id, cents });
      total += cents;
    }
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(order) });
  }
  console.log('refunded', total);
  ${then}
`;
const buggy = refunds('order.cents * 100', 'process.exitCode = total > 10_000 ? 7 : 0;');
const fixed = refunds('order.cents', 'process.exitCode = total > 10_000 ? 7 : 0;');
const crashes = refunds('order.cents * 100', "if (total > 10_000) throw new RangeError('refunded ' + total);");

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ calls: () => orders.map(({ id }) => ({ name: 'look_up', input: { id } })) });
});
afterAll(() => provider.close());

const up = (): RunOptions => ({
  env: {
    OPENAI_API_KEY: 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz',
    PROVIDER_URL: `${provider.url}/v1`,
  },
});
const down: RunOptions = { env: { OPENAI_API_KEY: undefined, PROVIDER_URL: 'http://127.0.0.1:9/v1' } };
const wrong = ['--returns', '{"exitCode":0}'];

async function recorded(script: string, text: string): Promise<Project> {
  const here = project();
  here.write(script, text);
  const done = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', script, '8841'], { ...up(), stdin: 'all of them' });
  expect([done.code, done.stderr]).toEqual([expect.any(Number), expect.stringContaining('calls')]);
  here.write('effects.log', '');
  return here;
}

const minimize = (here: Project, flags: readonly string[], script: string, options: RunOptions = down): Promise<Ended> =>
  here.stepfork(['minimize', 'run.sftrace', ...flags, '--', 'node', script, '8841'], options);
const leftOf = (here: Project): readonly string[] => here.files().filter((path) => /\.work-|\.replay-|order\.json/.test(path));

// A replay is a process: many of them take their time where other tests run beside them.
describe('stepfork minimize of a program', { timeout: 240_000 }, () => {
  it('leaves the turns that fail, with requests as the program sends them on these; no effect runs, nothing is sent, nothing is left', async () => {
    const here = await recorded('agent.mjs', buggy);
    const asked = provider.requests.length;
    const done = await minimize(here, wrong, 'agent.mjs');
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^reduced: run\.min\.sftrace, 2 turns, 4 calls/) });
    expect(done.stdout).toContain('1-minimal in turns;');
    expect(done.stderr).toContain(`stepfork replay run.min.sftrace --returns '{"exitCode":0}' -- node agent.mjs 8841`);
    const { trunk } = await readTraceFile(here.path('run.min.sftrace'));
    expect(trunk.steps.map(({ call }) => call.name)).toEqual(['gpt-4o', 'look_up', 'refund', 'gpt-4o']);
    expect(trunk.run).toMatchObject({
      agent: null,
      input: { argv: ['agent.mjs', '8841'], stdin: 'all of them' },
      derived: { kind: 'minimized' },
    });
    expect(trunk.outcome).toMatchObject({ kind: 'returned', value: { stdout: 'refunded 70100\n', exitCode: 7 } });
    const sent = JSON.stringify(trunk.steps.at(-1)?.call.input);
    expect([sent.includes('order-3001'), sent.includes('order-3000')]).toEqual([true, false]);

    const replayed = await here.stepfork(['replay', 'run.min.sftrace', ...wrong, '--', 'node', 'agent.mjs', '8841'], down);
    expect(replayed.code).toBe(1);
    here.write('fixed.mjs', fixed);
    expect((await here.stepfork(['replay', 'run.min.sftrace', ...wrong, '--', 'node', 'fixed.mjs', '8841'], down)).code).toBe(0);
    const again = await here.stepfork(['minimize', 'run.min.sftrace', ...wrong, '--json', '--', 'node', 'agent.mjs', '8841'], down);
    expect(JSON.parse(again.stdout)).toMatchObject({ kind: 'already-minimal', proven: true, after: { turns: 2, steps: 4 } });
    expect([here.read('effects.log'), provider.requests.length, leftOf(here), here.has('run.min.min.sftrace')]).toEqual([
      '',
      asked,
      [],
      false,
    ]);
  });

  it('takes the corrected script beside it, and comes to the same bytes again, with however many workers', async () => {
    const here = await recorded('agent.mjs', buggy);
    here.write('fixed.mjs', fixed);
    // The corrected code refunds another amount, after which it looks up the next order.
    const flags = ['--fixed', './fixed.mjs', '--stable', 'look_up', '--unit', 'turns', '--json'];
    const done = await minimize(here, [...flags, '--workers', '2'], 'agent.mjs');
    expect(JSON.parse(done.stdout)).toMatchObject({
      kind: 'reduced',
      level: 'differential',
      proven: true,
      after: { turns: 2, steps: 4 },
    });
    const again = await minimize(here, [...flags, '--workers', '1', '-o', 'again.sftrace'], 'agent.mjs');
    expect(again.code).toBe(0);
    expect(readFileSync(here.path('again.sftrace')).equals(readFileSync(here.path('run.min.sftrace')))).toBe(true);
    expect(leftOf(here)).toEqual([]);
  });

  it('writes the best so far on Ctrl-C, ends by the signal and leaves nothing', async () => {
    const here = await recorded('agent.mjs', buggy);
    // Its sixth run interrupts the command, as somebody does who has waited long enough.
    const interrupts = `
      import { appendFileSync as note, readFileSync } from 'node:fs';
      note('starts.log', '.');
      if (readFileSync('starts.log', 'utf8').length === 6) process.kill(Number(readFileSync('command.pid', 'utf8')), 'SIGINT');
    `;
    here.write('agent.mjs', `${interrupts}${buggy}`);
    const done = await minimize(here, wrong, 'agent.mjs', {
      ...down,
      started: (child) => here.write('command.pid', String(child.pid)),
    });
    expect(done).toMatchObject({ signal: 'SIGINT', stdout: expect.stringMatching(/^reduced: run\.min\.sftrace/) });
    expect(done.stdout).toContain('reduced, not proven, the search was interrupted');
    expect(leftOf(here)).toEqual([]);
    expect((await here.stepfork(['replay', 'run.min.sftrace', ...wrong, '--', 'node', 'agent.mjs', '8841'], down)).code).toBe(1);
  });

  it.each([
    ['awaits', 'for (;;) await new Promise(setImmediate);'],
    ['never awaits', 'for (;;);'],
  ])('a run that never ends and %s does not outlive a command that is killed', async (_how, endless) => {
    const here = await recorded('agent.mjs', buggy);
    const kills = `
      import { readFileSync, writeFileSync } from 'node:fs';
      writeFileSync('agent.pid', String(process.pid));
      setInterval(() => {}, 1000);
      process.kill(Number(readFileSync('command.pid', 'utf8')), 'SIGKILL');
      ${endless}
    `;
    here.write('agent.mjs', kills);
    const done = await minimize(here, wrong, 'agent.mjs', { ...down, started: (child) => here.write('command.pid', String(child.pid)) });
    expect(done.signal).toBe('SIGKILL');
    const agent = Number(here.read('agent.pid'));
    onTestFinished(() => void (isAlive(agent) && process.kill(agent, 'SIGKILL')));
    await expect.poll(() => isAlive(agent), { timeout: 20_000 }).toBe(false);
  });

  it('a limit of time ends the process that runs', async () => {
    const here = await recorded('agent.mjs', buggy);
    here.write(
      'agent.mjs',
      `${buggy.replace('const task', 'setInterval(() => {}, 1000); for (;;) await new Promise(setImmediate);\nconst task')}`,
    );
    const done = await minimize(here, [...wrong, '--max-time', '1', '--json'], 'agent.mjs');
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([4, { kind: 'not-reducible', refusal: { kind: 'ended-early' } }]);
    expect(leftOf(here)).toEqual([]);
  });

  it('refuses what it cannot mean before anything runs', async () => {
    const here = await recorded('agent.mjs', buggy);
    here.write('started.mjs', "import { writeFileSync } from 'node:fs'; writeFileSync('ran', '');");
    const started = ['--', 'node', 'started.mjs', '8841'];
    const asked: readonly (readonly [readonly string[], RegExp])[] = [
      [started, /did not crash, and nothing says what is wrong/],
      [[...wrong, '--fixed', './gone.mjs', ...started], /there is no file \.\/gone\.mjs/],
      [[...wrong, '--fixed', './started.mjs', '--', 'npm', 'start'], /the command npm start names none/],
      [[...wrong, '--agent', './src/agent.ts#runAgent', ...started], /--agent speaks of an agent that is a function/],
      [[...wrong, '-p', 'look_upp=live', ...started], /look_upp[\s\S]*Did you mean look_up\?/],
    ];
    const ended = await here.refused(asked.map(([words]) => ['minimize', 'run.sftrace', ...words]));
    for (const [at, { code, stderr }] of ended.entries())
      expect([code, stderr]).toEqual([2, expect.stringMatching(asked[at]?.[1] ?? /$^/)]);
    expect([here.has('ran'), leftOf(here)]).toEqual([false, []]);
  });

  it('a tool of a loop of its own would run: it is refused, unless it is named live', async () => {
    const own = crashes
      .replace("tool('look_up', ", '((')
      .replace(
        'orders.find((order) => order.id === id));',
        "(appendFileSync('looked.log', id), orders.find((order) => order.id === id))));",
      )
      .replace('let total', 'const tools = [{ type: "function", function: { name: "look_up" } }];\n let total')
      .replace("model: 'gpt-4o', messages", "model: 'gpt-4o', tools, messages");
    const here = await recorded('agent.mjs', own);
    here.write('looked.log', '');
    const refused = await minimize(here, [], 'agent.mjs');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--policy look_up=live')]);
    expect(here.read('looked.log')).toBe('');
    const done = await minimize(here, ['--policy', 'look_up=live', '--json'], 'agent.mjs');
    expect(JSON.parse(done.stdout)).toMatchObject({
      kind: 'reduced',
      level: 'error',
      signature: expect.stringContaining('RangeError: refunded 70100'),
      after: { turns: 2, steps: 3 },
    });
    expect(here.read('effects.log')).toBe('');
  });
});
