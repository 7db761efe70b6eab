import { createFetch } from '@stepfork/http';
import { type Agent, record } from '@stepfork/interceptor';
import { type WhatIfOptions, whatIf } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { encodeValue, type Trace } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';

/** Says what the model said, or which status came instead. */
const asking =
  (url: string, stream: boolean): Agent<null, string> =>
  async () => {
    const messages = [{ role: 'user', content: 'Weather?' }];
    const body = JSON.stringify({ model: 'gpt', stream, messages });
    const response = await createFetch()(`${url}/v1/chat/completions`, { method: 'POST', body });
    if (!response.ok) return `failed with ${response.status}`;
    return stream
      ? response.text()
      : (((await response.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? '');
  };

async function outcomeOf(stream: boolean, answer: unknown): Promise<Trace['outcome']> {
  const provider = await startProvider({ ids: 'random' });
  const agent = asking(provider.url, stream);
  const trunk = await record(agent, null).finally(() => provider.close());
  const options = { at: 0, answer: encodeValue(answer), run: {} } as unknown as WhatIfOptions;
  const done = await whatIf({ trunk, forks: [] } as never, agent as Agent<unknown, unknown>, options);
  if (done.kind !== 'forked') throw new Error(done.kind);
  expect(done.fork.run.derived).toMatchObject({ kind: 'what-if', step: 0 });
  return done.fork.outcome;
}

const body = { choices: [{ message: { role: 'assistant', content: 'It snows.' } }] };

describe('another answer of a model over HTTP', () => {
  test.each<[string, boolean, unknown, string]>([
    ['is its body', false, body, 'It snows.'],
    ['is a response with a status', false, { status: 429, body: { error: 'slow down' } }, 'failed with 429'],
    ['may be a failure where events came', true, { status: 500, body: null }, 'failed with 500'],
  ])('%s', async (_what, stream, answer, said) => {
    expect(await outcomeOf(stream, answer)).toEqual({ kind: 'returned', value: said });
  });

  test('may be an error of the network', async () => {
    expect(await outcomeOf(true, new TypeError('fetch failed'))).toMatchObject({ kind: 'threw', error: { message: 'fetch failed' } });
  });

  test.each([
    ['what its API would not say in the place of events', true, { content: 'It snows.' }, 'cannot be replaced by this answer'],
    ['a value of another type', false, 'It snows.', 'is a text'],
  ])('is not %s', async (_what, stream, answer, message) => {
    await expect(outcomeOf(stream, answer)).rejects.toThrow(message);
  });
});
