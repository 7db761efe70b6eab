import { model, tool } from '@stepfork/interceptor';
import { effectStep, input, modelStep, step, trace, traceFile } from '@stepfork/testkit';
import { describe, expect, it } from 'vitest';
import { check } from '../check.ts';
import { replay } from '../replay.ts';

interface Answer {
  readonly call?: string;
  readonly done?: number;
}

const ask = model('gpt', async (_history: unknown): Promise<Answer> => ({}));
const look = tool('look', async (_input: unknown): Promise<number> => 0);
const pay = tool('pay', async (_input: unknown): Promise<null> => null, { effect: true });

/** A loop that sends its whole history with every question. */
async function agent(start: string): Promise<number> {
  const history: unknown[] = [start];
  for (;;) {
    const answer = await ask({ history: [...history] });
    if (answer.call === undefined) return answer.done ?? 0;
    history.push(answer, await look({ at: answer.call }));
    await pay({ for: answer.call });
  }
}

/** Turn `b` is missing from the recording of a loop over a, b and c. */
const withoutTurn = traceFile(
  trace(
    input('go'),
    modelStep('gpt', { history: ['go'] }, { call: 'a' }),
    step('look', { at: 'a' }, 1),
    effectStep('pay', { for: 'a' }, null),
    modelStep('gpt', { history: ['go', { call: 'a' }, 1, { call: 'b' }, 2] }, { call: 'c' }),
    step('look', { at: 'c' }, 3),
    effectStep('pay', { for: 'c' }, null),
    modelStep('gpt', { history: ['go', { call: 'a' }, 1, { call: 'b' }, 2, { call: 'c' }, 3] }, { done: 7 }),
  ),
);

describe('matching by position', () => {
  it('answers a prompt that nobody recorded with what the model said next', async () => {
    const { trace: actual, receipt, stop } = await replay(withoutTurn, agent, { match: 'position' });
    expect(stop).toBeNull();
    expect(actual.outcome).toEqual({ kind: 'returned', value: 7 });
    expect(receipt.entries.map(({ how }) => how)).toEqual(['exact', 'exact', 'exact', 'borrowed', 'exact', 'exact', 'borrowed']);
  });

  it('is off by default: the first such prompt is unseen', async () => {
    const { stop } = await replay(withoutTurn, agent);
    expect(stop).toMatchObject({ reason: 'diverged', divergence: { step: 3, kind: 'model' } });
  });

  it('gives no answer twice: an agent that asks on is told that nothing is left', async () => {
    const asksOn = async (): Promise<unknown> => [await ask(1), await ask(1), await ask(1), await ask(1)];
    const { stop } = await replay(withoutTurn, asksOn, { match: 'position' });
    expect(stop).toMatchObject({ reason: 'diverged', divergence: { step: 3, kind: 'model' } });
  });

  it('answers reads by what they ask, whatever effects came before', async () => {
    const looksLate = async (): Promise<unknown> => {
      await pay({ for: 'x' });
      return look({ at: 'a' });
    };
    const { trace: actual, stop } = await replay(withoutTurn, looksLate, { match: 'position' });
    expect(stop).toBeNull();
    expect(actual.outcome).toEqual({ kind: 'returned', value: 1 });
  });

  it('borrows: a verdict may not hang on such an answer', async () => {
    const { verdict } = await check({ traces: withoutTurn, agent, claim: { returns: 8 }, match: 'position' });
    expect(verdict).toMatchObject({ kind: 'inconclusive', reason: 'borrowed' });
  });

  it('is refused where it is unknown', async () => {
    await expect(replay(withoutTurn, agent, { match: 'rank' as 'key' })).rejects.toThrow('known are key and position');
  });
});
