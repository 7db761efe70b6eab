import { model, record } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { traceFile } from '@stepfork/testkit';
import type { Json, Trace } from '@stepfork/trace';
import { describe, expect, it } from 'vitest';
import { keepSteps } from './keep-steps.ts';

const ask = model('gpt', async ({ history }: { history: readonly unknown[] }): Promise<string> => {
  await new Promise(setImmediate);
  return history.length < 4 ? `turn ${history.length}` : 'done';
});

/** As clients of models do: each question has a limit of its own, which is taken back when the answer is there. */
async function limited<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), 600_000);
  });
  return Promise.race([answer, over]).finally(() => clearTimeout(timer));
}

async function agent(): Promise<readonly [string, number][]> {
  const history: [string, number][] = [];
  for (;;) {
    const text = await limited(ask({ history: [...history] }));
    history.push([text, Math.random()]);
    if (text === 'done') return history;
  }
}

async function recorded(): Promise<Trace> {
  return record(agent, null);
}

describe('keepSteps', () => {
  it('lets no timer fire that had not fired, and gives back the chance of the turns that are left', async () => {
    const trace = await recorded();
    const all = (trace.outcome as { readonly value: Json }).value as unknown as readonly [string, number][];
    for (const gone of [0, 1, 2, 3]) {
      const { stop, trace: actual } = await replay(traceFile(keepSteps(trace, ({ index }) => index !== gone)), agent, {
        match: 'position',
      });
      expect([gone, stop, actual.outcome]).toEqual([gone, null, { kind: 'returned', value: all.filter((_, at) => at !== gone) }]);
    }
  });

  it('keeps all draws where no step goes, and what stood in the environment', async () => {
    const trace = await recorded();
    expect(keepSteps(trace, () => true).draws).toBe(trace.draws);
    const draw = { kind: 'environment', site: 'API_KEY', value: 'x', atMs: 1e6, endsBefore: 9 } as const;
    expect(keepSteps({ ...trace, draws: [...trace.draws, draw] }, () => false).draws).toContain(draw);
  });
});
