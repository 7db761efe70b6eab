import { model, tool } from '@stepfork/interceptor';
import { verify } from '@stepfork/replay';
import { modelStep, returns, step, trace, traceFile } from '@stepfork/testkit';
import { type Json, StepforkError } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';
import { score } from './score.ts';
import { scoreTestBody } from './score-test-body.ts';
import { unlessRefused } from './unless-refused.ts';

const wire = (messages: Json): Json => ({ method: 'POST', url: '/v1/chat/completions', headers: {}, body: { messages } });
const call = { id: 'c1', type: 'function', function: { name: 'parcel', arguments: '{"id":"S-1"}' } };
const told = [{ role: 'tool', tool_call_id: 'c1', content: 'lost' }];
const ask = model('parcels', async (_: unknown): Promise<{ tool_calls?: readonly (typeof call)[]; text?: string }> => ({}));
const parcel = tool('parcel', async (_: unknown) => 'lost');

const agent = async (): Promise<unknown> => {
  await ask(wire([]));
  await parcel({ id: 'S-1' });
  return { text: (await ask(wire(told))).text ?? null };
};
const answer = { choices: [{ message: { role: 'assistant', tool_calls: [call] } }] };
const traces = traceFile(
  trace(
    modelStep('parcels', wire([]), answer),
    step('parcel', { id: 'S-1' }, 'lost'),
    modelStep('parcels', wire(told), { text: 'done' }),
    returns({ text: 'done' }),
  ),
);
const test = { traces, claim: { returns: { text: 'done' } } };

it('an answer that asks for a tool which nobody has could not be executed, whoever runs the test, and the score goes on', async () => {
  const scores = [
    await score({ ...test, trunk: traces.trunk, hasBuggy: false }, runInProcess(test, { reference: agent })),
    await scoreTestBody({ run: () => verify({ ...test, agent }), fixed: null, buggy: null }),
  ];
  for (const one of scores) {
    const renamed = one?.mutants.filter(({ place }) => place.kind === 'answer' && place.pointer.endsWith('/function/name'));
    expect(renamed?.map(({ outcome }) => outcome)).toEqual([{ kind: 'not-executable', reason: expect.stringContaining('only observed') }]);
  }
});

it('a refusal that comes out of a worker is known by its code, and without a changed recording it is thrown on', async () => {
  const refused = (): Promise<never> => Promise.reject(new StepforkError('STEPFORK_CONFIGURATION', 'no such tool', { hint: '' }));
  expect(await unlessRefused({ kind: 'recording', trace: traces.trunk }, refused)).toEqual({ kind: 'crashed', message: 'no such tool' });
  await expect(unlessRefused(null, refused)).rejects.toThrow('no such tool');
});
