import { tool } from '@stepfork/interceptor';
import { effectStep, head, returns, step, trace, traceFile } from '@stepfork/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { check } from '../check.ts';
import type { Agent } from '../test-case.ts';

const readRate = tool('rate', async (_: null): Promise<number> => 0);
const quote = tool('quote', async (_: { rate: number }): Promise<number> => 0);
const log = tool('log', async (_: { took: number }): Promise<null> => null, { effect: true });

/** What a module of the agent keeps from run to run. */
let kept: number | undefined;
beforeEach(() => {
  kept = undefined;
});

const claim = { returns: 500 };
const corrected = trace(head({ id: 'run-2' }), step('rate', null, 5), step('quote', { rate: 5 }, 500), returns(500));

describe('an agent that was warmed by the first recording', () => {
  it('does not pass with the next one where it failed at first', async () => {
    const buggy: Agent = async () => {
      const answer = await quote({ rate: kept ?? 0 });
      kept = await readRate(null);
      return answer;
    };
    const bug = trace(step('quote', { rate: 0 }, 0), step('rate', null, 5), returns(0));
    const { verdict } = await check({ traces: traceFile(bug, corrected), agent: buggy, claim });
    expect(verdict).toMatchObject({ reason: 'not-deterministic', first: expect.stringMatching(/^fail/) });
  });

  it.each<readonly [string, Agent, string]>([
    [
      'asked something else at first',
      async () => {
        const answer = await quote({ rate: kept ?? 0 }).catch(() => 0);
        kept = 5;
        return answer;
      },
      'it asked quote {"rate":5}, and ended',
    ],
    [
      'ended otherwise at first',
      async () => {
        await quote({ rate: 7 }).catch(() => null);
        await quote({ rate: 5 }).catch(() => null);
        const answer = kept ?? 0;
        kept = 500;
        return answer;
      },
      'ended as claimed',
    ],
  ])('does not pass with the next one where it %s', async (_, wrong, second) => {
    const other = trace(head({ id: 'run-2' }), step('quote', { rate: 7 }, 0), step('quote', { rate: 5 }, 500), returns(500));
    const bug = trace(step('quote', { rate: 1 }, 0), returns(0));
    const { verdict } = await check({ traces: traceFile(bug, other), agent: wrong, claim });
    expect(verdict).toMatchObject({ reason: 'not-deterministic', second });
  });
});

it('an agent that keeps our refusal for an answer does not fail with the recording that has one', async () => {
  const flags = async (): Promise<number> => readRate(null).catch(() => 0);
  const fixed: Agent = async () => {
    kept ??= await flags();
    return quote({ rate: kept }).catch(() => 0);
  };
  const bug = trace(step('quote', { rate: 0 }, 0), returns(0));
  const run = trace(
    head({ id: 'run-2' }),
    step('rate', null, 5),
    step('quote', { rate: 5 }, 500),
    step('quote', { rate: 0 }, 0),
    returns(500),
  );
  const { verdict } = await check({ traces: traceFile(bug, run), agent: fixed, claim });
  expect(verdict).toMatchObject({ reason: 'not-deterministic', second: 'it kept that refusal, and asked no more' });
});

it('an agent that keeps the promise of a refused call, and ends with it in the next replay, is not taken for a fault of ours', async () => {
  let promise: Promise<number> | undefined;
  const fixed: Agent = async () => {
    promise ??= readRate(null);
    return quote({ rate: await promise });
  };
  const bug = trace(step('quote', { rate: 0 }, 0), returns(0));
  const { verdict } = await check({ traces: traceFile(bug, corrected), agent: fixed, claim });
  expect(verdict).toMatchObject({ reason: 'not-deterministic', second: expect.stringContaining('that refusal, which it had kept') });
});

describe('the verdict of a fork stands', () => {
  it('for an agent with a cache, which asks less when it has run before', async () => {
    const caching: Agent = async () => {
      kept ??= await readRate(null);
      return quote({ rate: kept });
    };
    const bug = trace(step('rate', null, 5), step('quote', { rate: 0 }, 0), returns(0));
    expect((await check({ traces: traceFile(bug, corrected), agent: caching, claim })).verdict).toEqual({ kind: 'pass' });
  });

  it('for an agent that tells an effect something else each time', async () => {
    let times = 0;
    const logging: Agent = async () => {
      await log({ took: ++times });
      return quote({ rate: 5 });
    };
    const bug = trace(effectStep('log', { took: 0 }, null), step('quote', { rate: 0 }, 0), returns(0));
    const run = trace(head({ id: 'run-2' }), effectStep('log', { took: 0 }, null), step('quote', { rate: 5 }, 500), returns(500));
    const { verdict } = await check({ traces: traceFile(bug, run), agent: logging, claim, stable: ['quote'] });
    expect(verdict).toEqual({ kind: 'pass' });
  });
});
