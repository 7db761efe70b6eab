import { type Provider, startProvider } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, type Project, project, type RunOptions } from './support/project.ts';

const orders = Array.from({ length: 6 }, (_, at) => ({
  id: `order-${3000 + at}`,
  cents: 700 + at,
  eu: at === 3,
  note: 'Left at the door. '.repeat(9),
}));

/** Asks its model by fetch, as many SDKs do. Its bug: it takes cents for euros. */
const agent = `
  import { tool } from '@stepfork/interceptor';
  const orders = ${JSON.stringify(orders)};
  const lookUp = tool('look_up', async ({ id }) => orders.find((order) => order.id === id), { stable: true });
  const refund = tool('refund', async () => ({ ok: true }), { effect: true });
  const work = (centsOf) => async (task) => {
    const messages = [{ role: 'user', content: task }];
    for (let total = 0; ; ) {
      const body = JSON.stringify({ model: 'gpt-4o', messages });
      const answer = await fetch(process.env.PROVIDER_URL + '/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { choices: [{ message }] } = await answer.json();
      messages.push(message);
      const [call] = message.tool_calls ?? [];
      if (call === undefined) return { total };
      const order = await lookUp(JSON.parse(call.function.arguments));
      if (order.eu) {
        const cents = centsOf(order);
        await refund({ id: order.id, cents });
        total += cents;
      }
      messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(order) });
    }
  };
  export const buggy = work(({ cents }) => cents * 100);
  export const fixed = work(({ cents }) => cents);
`;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ calls: () => orders.map(({ id }) => ({ name: 'look_up', input: { id } })) });
});
afterAll(() => provider.close());

const up = (): RunOptions => ({ env: { PROVIDER_URL: `${provider.url}/v1` } });
const minimize = (here: Project, file: string, output: string): Promise<Ended> =>
  here.stepfork(['minimize', file, '-a', './agent.mjs#buggy', '--fixed', './agent.mjs#fixed', '-o', output, '--json'], up());
/** Without the time that it took. */
const said = ({ steps }: Trace) =>
  JSON.parse(
    JSON.stringify(
      steps.map(({ call, outcome }) => [call, outcome]),
      (key, value) => (key === 'atMs' ? 0 : value),
    ),
  );

describe('stepfork minimize of an agent that asks over HTTP', () => {
  it('leaves answers over HTTP what they are, the same each time, and is minimal when it is minimized again', async () => {
    const here = project();
    here.write('agent.mjs', agent);
    const record = ['record', '-a', './agent.mjs#buggy', '-i', '"all of them"', '-o', 'run.sftrace'];
    await here.stepfork(record, up());
    const asked = provider.requests.length;
    const done = JSON.parse((await minimize(here, 'run.sftrace', 'one.sftrace')).stdout);
    expect(done).toMatchObject({ kind: 'reduced', proven: true, after: { turns: 2, steps: 4 } });
    const twice = JSON.parse((await minimize(here, 'run.sftrace', 'two.sftrace')).stdout);
    const [{ trunk }, { trunk: other }] = [await readTraceFile(here.path('one.sftrace')), await readTraceFile(here.path('two.sftrace'))];
    expect([said(other), twice.counts]).toEqual([said(trunk), done.counts]);

    expect(trunk.steps[0]?.outcome).toMatchObject({
      kind: 'streamed',
      chunks: [{ value: { status: 200, headers: {} } }, { value: { json: {} } }],
    });
    expect((await here.stepfork(['inspect', 'one.sftrace'])).stdout).not.toContain('streamed');
    expect(JSON.parse((await minimize(here, 'one.sftrace', 'again.sftrace')).stdout)).toMatchObject({
      kind: 'already-minimal',
      proven: true,
    });
    expect([here.has('again.sftrace'), provider.requests.length]).toEqual([false, asked]);
  });
});
