import { record } from '@stepfork/interceptor';
import { comparableTrace, replay } from '@stepfork/replay';
import { diffTraces } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { wrapModel } from './wrap-model.ts';

type Headers = Readonly<Record<string, string>>;
type Told = { readonly response?: { readonly headers?: Headers } };

/** Answers with headers that differ from time to time, as those of providers do. */
function model(at: number, error: Error | null = null) {
  const headers = {
    'content-type': 'application/json',
    'x-ratelimit-remaining-requests': String(90 + at),
    date: `Mon, 0${at} Jan 2024`,
    'cf-ray': `ray-${at}`,
    'set-cookie': 'session=s3cret-s3cret',
  };
  const answered = async <R extends object>(answer: R): Promise<R & Told> => {
    if (error !== null) throw Object.assign(error, { responseHeaders: headers });
    return { ...answer, response: { headers } };
  };
  return wrapModel({
    specificationVersion: 'v3',
    provider: 'p',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: async (_: { readonly prompt: string }) => answered({ content: [], finishReason: 'stop', usage: {}, warnings: [] }),
    doStream: async (_: { readonly prompt: string }) =>
      answered({
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'finish' });
            controller.close();
          },
        }),
      }),
  });
}

const told = (headers: Headers | undefined): unknown => [JSON.stringify(headers), { ...headers }, headers?.['cf-ray'], headers?.date];

const agents = {
  doGenerate: (at: number) => async () => told((await model(at).doGenerate({ prompt: 'hi' })).response?.headers),
  doStream: (at: number) => async () => {
    const { stream, response } = await model(at).doStream({ prompt: 'hi' });
    for await (const _ of stream);
    return told(response?.headers);
  },
};

test.each(Object.entries(agents))('the headers of an answer are the same in a replay, listed or by name: %s', async (_, agent) => {
  const trunk = await record(agent(1), null);
  const { trace, stop } = await replay({ trunk, forks: [], sealed: true, damage: null }, agent(2));
  expect(stop).toBeNull();
  expect(trace.outcome).toEqual(trunk.outcome);
  expect(trunk.outcome).toMatchObject({
    value: [
      expect.any(String),
      { 'content-type': 'application/json', 'x-ratelimit-remaining-requests': '91' },
      'ray-1',
      'Mon, 01 Jan 2024',
    ],
  });
  expect(JSON.stringify(trunk)).not.toContain('s3cret');
});

test.each(Object.entries(agents))('headers that differ from day to day are no difference of two recordings: %s', async (_, agent) => {
  const [one, other] = [1, 2].map((at) => record(async () => void (await agent(at)()), null));
  expect(
    diffTraces(comparableTrace(await (one as NonNullable<typeof one>)), comparableTrace(await (other as NonNullable<typeof other>))),
  ).toEqual([]);
});

test('the headers of an error are the same in a replay', async () => {
  const agent = async () =>
    model(1, new Error('busy'))
      .doGenerate({ prompt: 'hi' })
      .catch((error: { readonly responseHeaders: Headers }) => JSON.stringify(error.responseHeaders));
  const trunk = await record(agent, null);
  const { trace } = await replay({ trunk, forks: [], sealed: true, damage: null }, agent);
  expect(trace.outcome).toEqual(trunk.outcome);
  expect(trunk.outcome).toEqual({ kind: 'returned', value: '{"content-type":"application/json","x-ratelimit-remaining-requests":"91"}' });
});
