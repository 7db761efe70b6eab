import { model, record } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { replay } from '../replay.ts';
import type { Agent } from '../test-case.ts';

interface Piece {
  readonly choices: readonly { readonly index: number; readonly delta: { readonly content?: string }; readonly finish_reason?: string }[];
}

const ask = model('gpt', async function* (): AsyncGenerator<Piece> {
  for (const content of ['The refund is ', '49.99', ' dollars.']) yield { choices: [{ index: 0, delta: { content } }] };
  yield { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
});

async function pieces(): Promise<readonly string[]> {
  const read: string[] = [];
  for await (const { choices } of await ask()) read.push(choices[0]?.delta.content ?? '');
  return read;
}

/** Looks into each chunk for itself. */
const careless: Agent = async () => (await pieces()).find((piece) => /\d+\.\d\d/.test(piece))?.trim() ?? null;
const careful: Agent = async () => /\d+\.\d\d/.exec((await pieces()).join(''))?.[0] ?? null;

const claim = { returns: '49.99' };

test('an agent that takes chunks for words fails where they are cut elsewhere; one that puts them together passes', async () => {
  const traces = traceFile(await record(careless, null));
  for (const agent of [careless, careful]) expect((await check({ traces, agent, claim })).verdict.kind).toBe('pass');
  const seeds = ['a', 'b', 'c', 'd', 'e', 'f'];
  const verdicts = async (agent: Agent): Promise<readonly string[]> =>
    Promise.all(seeds.map(async (rechunk) => (await check({ traces, agent, claim, rechunk })).verdict.kind));
  expect(await verdicts(careless)).toContain('fail');
  expect(await verdicts(careless)).toEqual(await verdicts(careless));
  expect(new Set(await verdicts(careful))).toEqual(new Set(['pass']));
});

test('an answer that was cut elsewhere is exact, and the receipt says what was cut', async () => {
  const traces = traceFile(await record(careful, null));
  const { receipt, stop, trace } = await replay(traces, careful, { rechunk: '7' });
  expect(stop).toBeNull();
  expect(receipt.entries).toEqual([{ step: 0, how: 'exact', from: 0 }]);
  const given = trace.steps[0]?.outcome.kind === 'streamed' ? trace.steps[0].outcome.chunks.length : 0;
  expect(receipt.rechunked).toEqual([{ step: 0, paths: ['/choices/0/delta/content'], chunks: { recorded: 4, given } }]);
  expect((await replay(traces, careful)).receipt.rechunked).toBeUndefined();
});
