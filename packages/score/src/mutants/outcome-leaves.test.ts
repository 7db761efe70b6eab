import { model, record } from '@stepfork/interceptor';
import { streamedStep, trace } from '@stepfork/testkit';
import type { Json, Outcome } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { runInProcess } from '../run-in-process.ts';
import { score } from '../score.ts';
import { leavesOfOutcome } from './outcome-leaves.ts';

function streamed(chunks: readonly unknown[]): Outcome {
  return trace(streamedStep('model', null, chunks)).steps[0]?.outcome as Outcome;
}

/** The answer with this leaf changed, chunk by chunk. */
function changed(chunks: readonly unknown[], value: Json, other: Json): readonly Json[] {
  const leaf = [...leavesOfOutcome(streamed(chunks))].find((one) => one.value === value);
  const outcome = leaf?.put(other);
  if (outcome?.kind !== 'streamed') throw new Error(`no leaf ${value}`);
  return outcome.chunks.map((chunk) => chunk.value);
}

const delta = (content: string): Json => ({ id: 'chatcmpl-1', choices: [{ index: 0, delta: { content } }] });
const call = (index: number, text: string): Json => ({ choices: [{ delta: { tool_calls: [{ index, function: { arguments: text } }] } }] });
const typed = (type: string, sequence_number: number, more: object): Json => ({ type, sequence_number, ...more });

it('a text in pieces is one leaf, and its other text comes in pieces of the same lengths', () => {
  expect(changed([delta('very '), delta('hi'), delta('gh')], 'very high', 'wfsz ijhi')).toEqual([delta('wfsz '), delta('ij'), delta('hi')]);
});

it('arguments of a tool call in pieces are leaves of their JSON, of two calls each its own', () => {
  const chunks = [call(0, '{"cents"'), call(0, ':49'), call(1, '{"id":"A'), call(1, '-7"}'), call(0, '99}')];
  const other = [call(0, '{"cents"'), call(0, ':50'), ...chunks.slice(2, 4), call(0, '000}')];
  expect(changed(chunks, 4999, 50_000)).toEqual(other);
  expect(changed(chunks, 'A-7', 'B-8').slice(2, 4)).toEqual([call(1, '{"id":"B'), call(1, '-8"}')]);
});

it('what repeats the whole text at the end says the other one too', () => {
  const stream = (text: readonly [string, string], whole: string): readonly Json[] => [
    typed('delta', 1, { delta: text[0] }),
    typed('delta', 2, { delta: text[1] }),
    typed('done', 3, { text: whole }),
    typed('completed', 4, { response: { output: [{ content: [{ text: whole }] }] } }),
  ];
  expect(changed(stream(['hi', 'gh'], 'high'), 'high', 'ijhi')).toEqual(stream(['ij', 'hi'], 'ijhi'));
});

it('of a stream of things each is a leaf of its own, and of one that is an HTTP answer the head is none', () => {
  const items = streamed([{ price: 3 }, { price: 5, currency: 'EUR' }]);
  expect([...leavesOfOutcome(items)].map(({ pointer, value }) => [pointer, value])).toEqual([
    ['/0/price', 3],
    ['/1/price', 5],
    ['/1/currency', 'EUR'],
  ]);
  const answer = streamed([{ status: 200, headers: {}, url: 'http://x' }, { json: { total: 4 } }]) as Extract<
    Outcome,
    { kind: 'streamed' }
  >;
  expect([...leavesOfOutcome({ ...answer, stream: 'parts' })].map(({ pointer }) => pointer)).toEqual(['/1/json/total']);
});

it('what an agent makes of a streamed answer is in the score: a test that claims it notices another one', async () => {
  const ask = model('gpt', async function* (_: { text: string }) {
    for (const piece of ['{"cents"', ':49', '99,"no', 'te":"thanks"}']) yield { delta: piece };
  });
  const agent = async (): Promise<unknown> => {
    let text = '';
    for await (const { delta: piece } of await ask({ text: 'It broke.' })) text += piece;
    const { cents, note } = JSON.parse(text);
    return { cents, hasNote: note !== '' };
  };
  const trunk = await record(agent, null);
  const claim = { returns: { cents: 4999 } };
  const traces = { trunk, forks: [], sealed: true, damage: null };
  const { mutants } = await score({ claim, trunk, hasBuggy: false }, runInProcess({ traces, claim }, { reference: agent }));
  const outcomes = mutants.filter(({ family }) => family === 'world').map(({ says, outcome }) => [says, outcome.kind]);
  expect(outcomes).toEqual([
    ['4999 → 5000', 'killed'],
    ['"thanks" → "uibolt"', 'ignored'],
  ]);
});
