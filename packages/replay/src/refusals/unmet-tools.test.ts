import { model } from '@stepfork/interceptor';
import { modelStep, returns, step, trace, traceFile } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { replay } from '../replay.ts';

const ask = model('unmet_m', async (_request: object) => 'asked for real');
const offering = (name: string): object => ({ messages: [], tools: [{ name }] });

/** A loop of its own that offers a tool, and later an SDK that offers one. */
const agent = async (): Promise<string> => {
  await ask(offering('look_up'));
  return ask(offering('refund'));
};
const asked = trace(modelStep('unmet_m', offering('look_up'), 'no'), modelStep('unmet_m', offering('refund'), 'yes'), returns('yes'));

/** The SDK was loaded between the two requests: what is offered in the first one is not its tool. */
function loadedLate(recorded: Trace): Trace {
  const [first, second] = recorded.steps;
  if (first?.endedAtMs == null || second === undefined || second.startedAtMs <= first.startedAtMs) throw new Error('no time between');
  const draw = { kind: 'environment', site: '@stepfork/register', value: 'some-sdk' } as const;
  return { ...recorded, draws: [{ ...draw, atMs: second.startedAtMs, endsBefore: 1 }] };
}

const policies = (...live: readonly string[]): object => ({ policies: { tools: Object.fromEntries(live.map((name) => [name, 'live'])) } });

test('a tool that was offered before the SDK was loaded, and never called, is none of it', async () => {
  const { stop, trace: actual } = await replay(traceFile(loadedLate(asked)), agent, policies('refund'));
  expect([stop, actual.outcome]).toEqual([null, { kind: 'returned', value: 'yes' }]);
});

test('what is offered once the SDK was loaded is refused', async () => {
  const { stop } = await replay(traceFile(loadedLate(asked)), agent, policies());
  expect(stop).toMatchObject({ divergence: { step: 1, why: 'unmet-tools', unmet: { tools: ['refund'], packages: ['some-sdk'] } } });
});

test('so is what was offered before and called later', async () => {
  const called = trace(
    modelStep('unmet_m', offering('look_up'), 'no'),
    modelStep('unmet_m', offering('refund'), 'yes'),
    step('look_up', {}, 'found'),
    returns('yes'),
  );
  const { stop } = await replay(traceFile(loadedLate(called)), agent, policies('refund'));
  expect(stop).toMatchObject({ divergence: { step: 0, why: 'unmet-tools', unmet: { tools: ['look_up'], packages: ['some-sdk'] } } });
});

test('and what no recorded request offers', async () => {
  const other = async (): Promise<string> => ask({ messages: ['another'], tools: [{ name: 'look_up' }] });
  const { stop } = await replay(traceFile(loadedLate(asked)), other, policies('refund'));
  expect(stop).toMatchObject({ divergence: { step: 0, why: 'unmet-tools' } });
});
