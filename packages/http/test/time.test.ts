import { setTimeout as sleep } from 'node:timers/promises';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { startProvider } from '@stepfork/testkit';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { recordAndReplay, replayOf, told } from './record-and-replay.ts';

const messages = [{ role: 'user', content: 'Weather?' }] as const;
const fetch = createFetch();

function clientOf(url: string): OpenAI {
  return new OpenAI({ apiKey: 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz', baseURL: `${url}/v1`, fetch });
}

test('a provider that says to come back in a second is waited for on the virtual clock', async () => {
  const provider = await startProvider();
  const agent = async (url: string): Promise<unknown> => {
    const { choices } = await clientOf(url).chat.completions.create({ model: 'fail429-wait1', messages: [...messages] });
    return choices[0]?.message.content;
  };
  const recorded = await record(agent, provider.url).finally(() => provider.close());
  expect(recorded.endedAtMs).toBeGreaterThan(1000);
  const before = performance.now();
  const { trace, stop } = await replayOf(recorded, agent);
  expect(performance.now() - before).toBeLessThan(1000);
  expect([stop, trace.outcome, trace.steps.length]).toEqual([null, recorded.outcome, 2]);
});

test('a stream that the agent leaves is known as far as it went', async () => {
  const { recorded } = await recordAndReplay(
    (url) => async () => {
      const texts: unknown[] = [];
      const stream = await clientOf(url).chat.completions.create({ model: 'slow', messages: [...messages], stream: true });
      for await (const { choices } of stream) {
        texts.push(choices[0]?.delta.content);
        if (texts.length === 3) break;
      }
      return texts;
    },
    null,
  );
  expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'cancelled' } });
});

test('who reads on where the agent had left asks for what nobody recorded', async () => {
  const provider = await startProvider();
  const ask = async (url: string, most: number): Promise<number> => {
    let count = 0;
    for await (const _ of await clientOf(url).chat.completions.create({ model: 'slow', messages: [...messages], stream: true })) {
      count += 1;
      if (count === most) break;
    }
    return count;
  };
  const recorded = await record((url: string) => ask(url, 2), provider.url).finally(() => provider.close());
  const { stop } = await replayOf(recorded, (url: string) => ask(url, 9));
  expect(stop).toMatchObject({ reason: 'diverged', divergence: { why: 'stream-cut' } });
});

test.each(['stall', 'slow'])('an agent that aborts a request to a server that is %s does so again', async (model) => {
  const { recorded } = await recordAndReplay(
    (url) => async () => {
      const texts: unknown[] = [];
      const controller = new AbortController();
      const abortSoon = (): unknown => setTimeout(() => controller.abort(), 30);
      const { signal } = controller;
      if (model === 'stall') abortSoon();
      try {
        const stream = await clientOf(url).chat.completions.create({ model, messages: [...messages], stream: true }, { signal });
        for await (const { choices } of stream) if (texts.push(choices[0]?.delta.content) === 1) abortSoon();
      } catch (error) {
        texts.push(told(error));
      }
      return texts;
    },
    null,
  );
  const [outcome] = recorded.steps.map((step) => step.outcome);
  expect(outcome).toMatchObject({ kind: 'streamed', end: { kind: 'cancelled' } });
  expect(outcome?.kind === 'streamed' && outcome.chunks.length > 0).toBe(model === 'slow');
});

test('a timeout of the agent is lost or won as it was', async () => {
  const agent = (ms: number) => async (): Promise<unknown> => {
    const signal = AbortSignal.timeout(ms);
    try {
      const response = await createFetch({
        fetch: async (_input, init) => {
          await sleep(60, undefined, { signal: init?.signal ?? undefined });
          return new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } });
        },
      })('http://api.example.com/slow', { signal });
      return await response.json();
    } catch (error) {
      return told(error);
    }
  };
  const lost = await record(agent(20), null);
  expect(lost.steps[0]?.outcome).toMatchObject({ kind: 'streamed', chunks: [], end: { kind: 'cancelled' } });
  const again = await replayOf(lost, agent(20));
  expect([again.stop, again.trace.outcome]).toEqual([null, lost.outcome]);
  // A fix that waits longer asks for what nobody has heard.
  expect((await replayOf(lost, agent(500))).stop).toMatchObject({ reason: 'diverged', divergence: { why: 'stream-cut' } });

  const won = await record(agent(500), null);
  expect(won.outcome).toEqual({ kind: 'returned', value: { ok: true } });
  expect((await replayOf(won, agent(500))).trace.outcome).toEqual(won.outcome);
  expect((await replayOf(won, agent(20))).trace.outcome).toMatchObject({ value: { name: 'TimeoutError' } });
});

test('bytes reach the agent while they come, and the first one at once', async () => {
  const provider = await startProvider();
  const arrivals = async (url: string): Promise<readonly number[]> => {
    const times: number[] = [];
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'slow', messages, stream: true }),
    });
    for await (const _ of response.body ?? []) times.push(performance.now());
    return times.slice(1).map((time, at) => time - (times[at] ?? 0));
  };
  const recorded = await record(arrivals, provider.url).finally(() => provider.close());
  const gaps = recorded.outcome.kind === 'returned' ? (recorded.outcome.value as readonly number[]) : [];
  expect(gaps.filter((gap) => gap > 5).length).toBeGreaterThan(3);
});

test('an answer that the agent never reads is recorded all the same', async () => {
  const { recorded } = await recordAndReplay(
    (url) => async () => {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'slow', messages, stream: true }),
      });
      return response.status;
    },
    null,
  );
  const outcome = recorded.steps[0]?.outcome;
  expect(outcome?.kind === 'streamed' && [outcome.chunks.length, outcome.end]).toEqual([8, { kind: 'done' }]);
});
