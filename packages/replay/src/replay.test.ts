import { model, record, tool } from '@stepfork/interceptor';
import { effectStep, failedStep, input, modelStep, openStep, returns, step, streamedStep, trace, traceFile } from '@stepfork/testkit';
import { StepforkError, type TraceFile } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import { replay } from './replay.ts';
import type { Agent } from './test-case.ts';

let bodies: unknown[] = [];

/** A tool whose body must not run: it notes that it did. */
function world<O>(name: string, value?: O): (input: unknown) => Promise<O> {
  return tool(name, async (given: unknown) => {
    bodies.push([name, given]);
    return value as O;
  });
}
const ask = model('gpt', async (given: unknown): Promise<unknown> => {
  bodies.push(['gpt', given]);
  return null;
});
const lookup = world<unknown>('lookup');
const pay = tool('pay', async (given: unknown): Promise<unknown> => bodies.push(['pay', given]), { effect: true });

async function recorded(agent: Agent, given?: unknown): Promise<TraceFile> {
  const trunk = await record(agent, given);
  bodies = [];
  return traceFile(trunk);
}
const output = async (file: TraceFile, agent: Agent, options: Parameters<typeof replay>[2] = {}): Promise<unknown> => {
  const { trace: actual, stop } = await replay(file, agent, options);
  return stop ?? actual.outcome;
};
bodies = [];

describe('a frozen call', () => {
  test('is answered from the recording, and no body runs', async () => {
    const agent = async (name: string): Promise<unknown> => [await lookup({ name }), await ask({ q: name })];
    const file = traceFile(trace(input('ann'), step('lookup', { name: 'ann' }, { id: 7 }), modelStep('gpt', { q: 'ann' }, 'hello')));
    const { trace: actual, receipt, stop } = await replay(file, agent);
    expect(stop).toBeNull();
    expect(actual.outcome).toEqual({ kind: 'returned', value: [{ id: 7 }, 'hello'] });
    expect(actual.steps.map(({ call, outcome }) => [call.name, outcome])).toEqual(
      file.trunk.steps.map(({ call, outcome }) => [call.name, outcome]),
    );
    expect(receipt).toMatchObject({
      entries: [
        { step: 0, how: 'exact', from: 0 },
        { step: 1, how: 'exact', from: 1 },
      ],
      unused: [],
      ignored: {},
      bodiesRun: 0,
    });
    expect(bodies).toEqual([]);
  });

  test('gives a fresh value each time, so that what the agent changes stays with it', async () => {
    const agent = async (): Promise<unknown> => {
      const first = (await lookup(1)) as string[];
      first.push('changed');
      return [await lookup(1), await lookup(1)];
    };
    expect(await output(traceFile(trace(step('lookup', 1, ['a']))), agent)).toEqual({ kind: 'returned', value: [['a'], ['a']] });
  });

  test('throws an error that the catch of the agent recognises', async () => {
    class RateLimitError extends Error {
      override readonly name = 'RateLimitError';
      readonly status = 429;
    }
    const limited = tool('limited', async (): Promise<unknown> => Promise.reject(new RateLimitError('slow down')), {
      errors: [RateLimitError],
    });
    const agent = async (): Promise<unknown> => {
      try {
        return await limited();
      } catch (error) {
        return [error instanceof RateLimitError, (error as RateLimitError).status, (error as Error).message, String(error)];
      }
    };
    expect(await output(await recorded(agent), agent)).toEqual({
      kind: 'returned',
      value: [true, 429, 'slow down', 'RateLimitError: slow down'],
    });
  });

  test('is answered in whatever order calls are made, also beside each other', async () => {
    const file = traceFile(trace(step('lookup', 1, 'one'), step('lookup', 2, 'two'), step('lookup', 3, 'three')));
    expect(await output(file, () => Promise.all([lookup(3), lookup(1), lookup(2)]))).toEqual({
      kind: 'returned',
      value: ['three', 'one', 'two'],
    });
  });

  test('leaves unused steps as information, and counts what was ignored', async () => {
    const file = traceFile(trace(step('lookup', { id: 1, at: 5 }, 'x'), step('lookup', { id: 2, at: 5 }, 'y')));
    const { receipt, stop } = await replay(file, () => lookup({ id: 2, at: 6 }), { ignore: { 'tool:lookup': ['/at'] } });
    expect(stop).toBeNull();
    expect(receipt).toMatchObject({ unused: [0], ignored: { 'tool:lookup /at': 1 } });
  });
});

describe('a stream', () => {
  const read = async (): Promise<unknown> => {
    const seen: unknown[] = [];
    try {
      for await (const chunk of (await ask('q')) as AsyncIterable<unknown>) seen.push(chunk);
    } catch (error) {
      seen.push(String(error));
    }
    return seen;
  };
  const first = async (): Promise<unknown> => {
    for await (const chunk of (await ask('q')) as AsyncIterable<unknown>) return chunk;
    return null;
  };

  test('comes back chunk by chunk', async () => {
    expect(await output(traceFile(trace(streamedStep('gpt', 'q', ['a', { b: 1 }], 'done', { kind: 'model' }))), read)).toEqual({
      kind: 'returned',
      value: ['a', { b: 1 }],
    });
  });

  test('that broke breaks again at that place', async () => {
    const file = traceFile(trace(streamedStep('gpt', 'q', ['a'], 'threw', { kind: 'model', error: new Error('gone') })));
    expect(await output(file, read)).toEqual({ kind: 'returned', value: ['a', 'Error: gone'] });
  });

  test('that the agent left answers as far as it was read, and is unseen beyond', async () => {
    const file = traceFile(trace(streamedStep('gpt', 'q', ['a'], 'cancelled', { kind: 'model' })));
    expect(await output(file, first)).toEqual({ kind: 'returned', value: 'a' });
    expect(await output(file, read)).toMatchObject({
      reason: 'diverged',
      divergence: { why: 'stream-cut', nearest: { step: 0, differences: [] } },
    });
  });

  test('is recorded anew as a stream', async () => {
    const { trace: actual } = await replay(traceFile(trace(streamedStep('gpt', 'q', ['a', 'b', 'c'], 'done', { kind: 'model' }))), first);
    expect(actual.steps[0]?.outcome).toMatchObject({ kind: 'streamed', chunks: [{ value: 'a' }], end: { kind: 'cancelled' } });
  });
});

describe('a sink', () => {
  const policies = { tools: { mail: 'sink' } } as const;
  const mail = world<unknown>('mail', 'real');
  const results = async (...inputs: readonly unknown[]): Promise<readonly unknown[]> => {
    const given: unknown[] = [];
    for (const one of inputs) given.push(await mail(one).catch((error: unknown) => String(error)));
    return given;
  };
  const how = async (
    file: TraceFile,
    inputs: readonly unknown[],
    options: Parameters<typeof replay>[2] = {},
  ): Promise<readonly unknown[]> => {
    let given: readonly unknown[] = [];
    const agent = async (): Promise<void> => {
      given = await results(...inputs);
    };
    const { receipt, stop } = await replay(file, agent, { policies, ...options });
    expect(stop).toBeNull();
    return receipt.entries.map((entry, at) => [given[at], entry.how === 'borrowed' ? `${entry.by} ${entry.from}` : entry.how]);
  };
  const two = traceFile(trace(step('mail', 'a', 1), step('mail', 'b', 2)));

  it.each([
    [
      'the same input: its outcome in order, then the last one again',
      two,
      ['a', 'a'],
      {},
      [
        [1, 'exact'],
        [1, 'again 0'],
      ],
    ],
    [
      'another input: the next unused outcome',
      two,
      ['c', 'b', 'd'],
      {},
      [
        [1, 'next-unused 0'],
        [2, 'exact'],
        [null, 'null null'],
      ],
    ],
    [
      'a declared answer goes before an unused one',
      two,
      ['c', 'a'],
      { answers: { mail: { value: 9 } } },
      [
        [9, 'declared'],
        [1, 'exact'],
      ],
    ],
    [
      'a declared answer for another input does not answer',
      two,
      ['c', 'd'],
      { answers: { mail: { value: 9, for: 'd' } } },
      [
        [1, 'next-unused 0'],
        [9, 'declared'],
      ],
    ],
    [
      'the first declared answer that fits',
      two,
      ['d', 'c'],
      { answers: { mail: [{ value: 8, for: 'c' }, { value: 9 }] } },
      [
        [9, 'declared'],
        [8, 'declared'],
      ],
    ],
    ['errors are lent too', traceFile(trace(failedStep('mail', 'a', new Error('full')))), ['c'], {}, [['Error: full', 'next-unused 0']]],
    ['what never ended is not lent', traceFile(trace(openStep('mail', 'a'), step('mail', 'b', 2))), ['c'], {}, [[2, 'next-unused 1']]],
    ['nothing recorded: null', traceFile(trace(openStep('mail', 'a'))), ['c'], {}, [[null, 'null null']]],
  ] as const)('%s', async (_, file, inputs, options, expected) => {
    bodies = [];
    expect(await how(file, inputs, options)).toEqual(expected);
    expect(bodies).toEqual([]);
  });

  test('gives the example of the tool, or the least value of its output schema, before null', async () => {
    const withExample = tool('with_example', async (): Promise<unknown> => 'real', { effect: true, example: { id: 'x' } });
    const withSchema = tool('with_schema', async (): Promise<unknown> => 'real', {
      effect: true,
      output: { type: 'object', properties: { id: { type: 'string' }, n: { type: 'integer', minimum: 2 } }, required: ['id', 'n'] },
    });
    const agent = async (): Promise<unknown> => [await withExample(), await withSchema()];
    const { trace: actual, receipt } = await replay(traceFile(trace()), agent);
    expect(actual.outcome).toEqual({ kind: 'returned', value: [{ id: 'x' }, { id: '', n: 2 }] });
    expect(receipt.entries.map((entry) => ('by' in entry ? entry.by : entry.how))).toEqual(['example', 'example']);
  });

  test('a declared effect is a sink by itself, also when it is defined in the middle of the run', async () => {
    const file = traceFile(trace(step('late', 1, 'ok'), step('lookup', 1, 'after')));
    const agent = async (): Promise<unknown> => {
      const late = tool('late', async (_: unknown): Promise<unknown> => bodies.push('late'), { effect: true });
      return [await late(2), await late(1), await lookup(1)];
    };
    const { trace: actual, stop } = await replay(file, agent);
    expect(bodies).toEqual([]);
    expect(actual.outcome).toMatchObject({ kind: 'threw' });
    expect(stop).toMatchObject({ divergence: { name: 'lookup', why: 'other-effects-before' } });
  });
});

test('a stable read is one also when it is defined in the middle of the run', async () => {
  const file = traceFile(trace(step('profile_of', 1, 'p'), effectStep('pay', 1, 'ok')));
  const agent = async (): Promise<unknown> => {
    const profileOf = tool('profile_of', async (_: unknown): Promise<unknown> => bodies.push('profile_of'), { stable: true });
    await pay(1);
    return profileOf(1);
  };
  expect(await output(file, agent)).toEqual({ kind: 'returned', value: 'p' });
});

describe('a live tool', () => {
  test('runs, is counted, and its calls inside are answered', async () => {
    const total = tool('total', async (n: number): Promise<unknown> => {
      bodies.push('total');
      return n + ((await lookup(n)) as number);
    });
    const agent = (n: number): Promise<unknown> => total(n);
    const file = traceFile(trace(input(2), step('total', 2, 99), step('lookup', 2, 40, { parent: 0 })));
    bodies = [];
    const { trace: actual, receipt } = await replay(file, agent, { policies: { tools: { total: 'live' } } });
    expect(actual.outcome).toEqual({ kind: 'returned', value: 42 });
    expect(receipt).toMatchObject({ entries: [{ how: 'live' }, { how: 'exact', from: 1 }], bodiesRun: 1, unused: [] });
    expect(bodies).toEqual(['total']);
    bodies = [];
  });
});

describe('a divergence', () => {
  const file = traceFile(trace(step('lookup', { id: 1, tier: 'gold' }, 'x'), step('lookup', { id: 5, tier: 'gold' }, 'y')));

  test('names the nearest step and what differs', async () => {
    expect(await output(file, () => lookup({ id: 5, tier: 'iron' }))).toEqual({
      kind: 'inconclusive',
      reason: 'diverged',
      divergence: {
        step: 0,
        kind: 'tool',
        name: 'lookup',
        input: { id: 5, tier: 'iron' },
        hasModels: true,
        effect: false,
        why: 'other-input',
        nearest: { step: 1, differences: [{ path: '/tier', kind: 'changed', expected: 'gold', actual: 'iron' }] },
        unknownSecret: null,
      },
    });
  });

  test('is latched although the agent swallows it, and later unseen calls are refused', async () => {
    const agent = async (): Promise<unknown> => {
      const errors: unknown[] = [];
      for (const id of [8, 9]) await lookup({ id }).catch((error: unknown) => errors.push(error));
      return [errors.every((error) => StepforkError.isInstance(error)), await lookup({ id: 1, tier: 'gold' })];
    };
    const { trace: actual, stop, until, receipt } = await replay(file, agent);
    expect(stop).toMatchObject({ divergence: { step: 0, input: { id: 8 } } });
    expect(until).toBe(0);
    expect(receipt.entries.map(({ how }) => how)).toEqual(['refused', 'refused', 'exact']);
    expect(actual.outcome).toEqual({ kind: 'returned', value: [true, 'x'] });
  });

  test('an agent that asks for ever does not hang the replay', async () => {
    const agent = async (): Promise<unknown> => {
      for (;;) await lookup('again').catch(() => null);
    };
    const { stop, trace: actual } = await replay(file, agent, { maxCalls: 50 });
    expect(stop).toMatchObject({ reason: 'diverged' });
    expect(actual.steps.length).toBeLessThan(60);
  });
});

test('an answer that could not be recorded is inconclusive when it is asked for', async () => {
  const file = traceFile(trace(step('lookup', 1, { rows: [() => 1] }), step('lookup', 2, 'fine')));
  expect(await output(file, () => lookup(2))).toEqual({ kind: 'returned', value: 'fine' });
  expect(await output(file, () => lookup(1))).toEqual({
    kind: 'inconclusive',
    reason: 'opaque',
    step: 0,
    name: 'lookup',
    path: '/rows/0',
    type: 'function',
  });
});

test('an input that could not be recorded is inconclusive, and the agent does not run', async () => {
  const file = traceFile(trace(input({ log: () => 1 })));
  let runs = 0;
  expect(await output(file, () => runs++)).toMatchObject({ reason: 'opaque', step: null, path: '/log', type: 'function' });
  expect(runs).toBe(0);
});

test('the agent is given a fresh copy of the recorded input each time', async () => {
  const file = traceFile(trace(input({ tags: ['a'] })));
  const agent = ({ tags }: { tags: string[] }): unknown => tags.push('b') && tags;
  expect(await output(file, agent)).toEqual({ kind: 'returned', value: ['a', 'b'] });
  expect(await output(file, agent)).toEqual({ kind: 'returned', value: ['a', 'b'] });
});

test('a call that was open when the recording ended stays open: who waits for nothing else ends there at once', async () => {
  const file = traceFile(trace(openStep('lookup', 1)));
  expect(await output(file, () => lookup(1))).toEqual({
    kind: 'inconclusive',
    reason: 'timed-out',
    timeoutMs: 10_000,
    waitingFor: ['lookup'],
    isStuck: true,
  });
});

test('a stream that was open when the recording ended stays open beyond its chunks, and is named', async () => {
  const file = traceFile(trace(streamedStep('lookup', 1, ['a'], 'interrupted')));
  const agent = async (): Promise<void> => {
    for await (const _ of (await lookup(1)) as AsyncIterable<unknown>);
  };
  expect(await output(file, agent, { timeoutMs: 20_000 })).toMatchObject({ reason: 'timed-out', waitingFor: ['lookup'] });
});

test('the loser of a race stays open, and nobody waits for it', async () => {
  const file = traceFile(trace(openStep('lookup', 'slow'), step('lookup', 'fast', 'won')));
  const started = performance.now();
  expect(await output(file, () => Promise.race([lookup('slow'), lookup('fast')]))).toEqual({ kind: 'returned', value: 'won' });
  expect(performance.now() - started).toBeLessThan(5000);
});

test('more calls than allowed are over budget', async () => {
  const agent = async (): Promise<unknown> => {
    for (;;) await lookup(1);
  };
  const file = traceFile(trace(step('lookup', 1, 'x')));
  const { stop, until } = await replay(file, agent, { maxCalls: 20 });
  const reused = { kind: 'tool', name: 'lookup', times: 19 };
  expect(stop).toEqual({ kind: 'inconclusive', reason: 'over-budget', maxCalls: 20, reused });
  expect(until).toBe(20);
});

test('calls that the agent starts after it has returned belong to the run', async () => {
  const agent = async (): Promise<unknown> => {
    void lookup(1).then(() => lookup(2));
    return 'done';
  };
  const { trace: actual } = await replay(traceFile(trace(step('lookup', 1, 'x'), step('lookup', 2, 'y'), returns('done'))), agent);
  expect(actual.steps.map(({ call }) => call.input)).toEqual([1, 2]);
});

test('calls after the end of a replay are never answered, and no body runs', async () => {
  let go = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  bodies = [];
  const agent = (): string => {
    void waiting.then(() => pay(1)).finally(() => bodies.push('answered'));
    return 'done';
  };
  await replay(traceFile(trace()), agent);
  go();
  await new Promise((resolve) => setImmediate(resolve));
  expect(bodies).toEqual([]);
});

describe('what is asked wrongly is refused before the agent runs', () => {
  const file = traceFile(trace(step('lookup', 1, 1), effectStep('pay', 1, 1), modelStep('gpt', 1, 1)));
  it.each([
    ['an unknown tool', { policies: { tools: { lookpu: 'sink' } } }, 'Did you mean lookup?'],
    ['an unknown model', { policies: { models: { gpd: 'live' } } }, 'Did you mean gpt?'],
    ['live for a declared effect', { policies: { tools: { pay: 'live' } } }, 'pay=sink'],
    ['an answer for an unknown tool', { answers: { pya: { value: 1 } } }, 'Did you mean pay?'],
    ['an answer for a tool that is no sink', { answers: { lookup: { value: 1 } } }, 'lookup=sink'],
    ['an unknown stable read', { stable: ['lokup'] }, 'Did you mean lookup?'],
    ['an effect as a stable read', { stable: ['pay'] }, 'another policy'],
    ['an ignore rule for nobody', { ignore: { lookup: ['/a'] } }, 'tool:lookup'],
    ['an ignore rule that is no pointer', { ignore: { 'tool:lookup': ['a'] } }, 'JSON Pointer'],
    ['an ignore rule for everything', { ignore: { '*': [''] } }, '/metadata/request_id'],
    ['no time at all', { timeoutMs: 0 }, 'greater than 0'],
    ['an order that there is not', { order: 'strict' as 'recorded' }, 'Choose one'],
    ['no calls at all', { maxCalls: -1 }, 'greater than 0'],
  ] as const)('%s', async (_, options, hint) => {
    let runs = 0;
    const refused = expect.objectContaining({ name: 'ConfigurationError', hint: expect.stringContaining(hint) });
    await expect(replay(file, () => runs++, options)).rejects.toEqual(refused);
    expect(runs).toBe(0);
  });
});

test('a replay that is given up rejects with the reason', async () => {
  const controller = new AbortController();
  const agent = (): Promise<unknown> => {
    controller.abort(new Error('enough'));
    return new Promise(() => {});
  };
  await expect(replay(traceFile(trace()), agent, { signal: controller.signal })).rejects.toThrow('enough');
});
