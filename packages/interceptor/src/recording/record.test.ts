import { createTraceWriter, type Json, type Step, type TraceWriter } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { model } from '../declaring/model.ts';
import { tool } from '../declaring/tool.ts';
import { record } from './record.ts';

const lookup = tool('lookup', async (query: { id: number }) => ({ id: query.id, tier: 'gold' }));

/** A promise and the function that fulfils it. */
function gate<T = void>(): { readonly promise: Promise<T>; readonly open: (value: T) => void } {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const shape = (steps: readonly Step[]): unknown[] => steps.map(({ parent, call, outcome }) => [parent, call.name, call.input, outcome]);

describe('a run', () => {
  test('is recorded with its input, its calls in order and its output', async () => {
    const trace = await record(
      async (input: { id: number }) => {
        const customer = await lookup({ id: input.id });
        return { tier: customer.tier };
      },
      { id: 7 },
      { agent: 'src/agent.ts#run' },
    );
    expect(trace.run).toMatchObject({
      agent: 'src/agent.ts#run',
      input: { id: 7 },
      git: null,
      policies: {},
      versions: { node: process.versions.node },
    });
    expect(new Date(trace.run.startedAt).toISOString()).toBe(trace.run.startedAt);
    expect(shape(trace.steps)).toEqual([[null, 'lookup', { id: 7 }, { kind: 'returned', value: { id: 7, tier: 'gold' } }]]);
    expect(trace.outcome).toEqual({ kind: 'returned', value: { tier: 'gold' } });
  });

  test('that throws is recorded, and `record` does not reject', async () => {
    const trace = await record(() => {
      throw new RangeError('no such tier');
    }, null);
    expect(trace.outcome).toMatchObject({ kind: 'threw', error: { $: 'error', class: 'RangeError', message: 'no such tier' } });
  });

  test.each([
    ['text', 'plain text'],
    ['undefined', undefined],
    ['an object', { reason: 'odd' }],
  ])('that throws %s and no error is recorded as it is', async (_, thrown) => {
    const encoded: Json = thrown === undefined ? { $: 'undefined' } : thrown;
    const trace = await record(async () => {
      throw thrown;
    }, null);
    expect(trace.outcome).toEqual({ kind: 'threw', error: encoded });
  });

  test('takes id, versions, policies and git from the caller where he gives them', async () => {
    const run = { id: 'run-1', versions: { openai: '7.59.0' }, policies: { 'tool:pay': 'sink' }, git: { commit: 'abc', dirty: true } };
    const trace = await record(() => 1, null, { run });
    expect(trace.run).toMatchObject({ ...run, versions: { ...run.versions, node: process.versions.node } });
  });

  test('measures time on the clock it is given', async () => {
    let ms = 100;
    const tick = tool('tick', () => {
      ms += 5;
    });
    const trace = await record(() => tick(), null, { now: () => ms });
    expect(trace.steps[0]).toMatchObject({ startedAtMs: 0, endedAtMs: 5, endOrder: 0 });
    expect(trace.endedAtMs).toBe(5);
  });
});

describe('snapshots', () => {
  test('an input is what it was when the call started, whatever the agent does to it afterwards', async () => {
    const ask = model('gpt', async (messages: string[]) => messages.length);
    const trace = await record(async () => {
      const messages = ['a'];
      const first = ask(messages);
      messages.push('b');
      await first;
      messages.length = 0;
      await ask(messages);
    }, null);
    expect(trace.steps.map(({ call }) => call.input)).toEqual([['a'], []]);
  });

  test('an answer is what it was when it came, whatever the agent does to it afterwards', async () => {
    const trace = await record(async () => {
      const customer = await lookup({ id: 1 });
      customer.tier = 'none';
    }, null);
    expect(trace.steps[0]?.outcome).toEqual({ kind: 'returned', value: { id: 1, tier: 'gold' } });
  });

  test('the input of the run is what it was before the agent had it', async () => {
    const trace = await record((input: { list: number[] }) => input.list.push(9), { list: [1] });
    expect(trace.run.input).toEqual({ list: [1] });
  });
});

describe('what the agent gets', () => {
  test('the very value and the very error', async () => {
    const answer = new Map([['a', 1]]);
    const error = Object.assign(new TypeError('bad'), { status: 400 });
    const gives = tool('gives', async () => answer);
    const throws = tool('throws', async (): Promise<void> => {
      throw error;
    });
    const got: unknown[] = [];
    await record(async () => {
      got.push(await gives());
      await throws().catch((caught: unknown) => got.push(caught));
    }, null);
    expect(got[0]).toBe(answer);
    expect(got[1]).toBe(error);
  });

  test('what a model is named by cannot break the run', async () => {
    const ask = model(
      (request: { model: { id: string } }) => request.model.id,
      async (_: object) => 'answer',
    );
    const trace = await record(() => ask({} as never), null);
    expect(shape(trace.steps)).toEqual([[null, 'unknown', {}, { kind: 'returned', value: 'answer' }]]);
  });

  test('a value that nothing can carry reaches the agent and is marked in the trace', async () => {
    const callback = (): number => 7;
    const gives = tool('gives', async () => ({ callback }));
    let got: unknown;
    const trace = await record(async () => {
      got = (await gives()).callback();
    }, null);
    expect(got).toBe(7);
    expect(trace.steps[0]?.outcome).toMatchObject({ value: { callback: { $: 'opaque', type: 'function', path: '/callback' } } });
  });
});

describe('errors', () => {
  test('that the agent swallows are in the trace all the same', async () => {
    const fails = tool('fails', () => {
      throw new Error('down');
    });
    const trace = await record(async () => {
      try {
        await fails();
      } catch {
        return 'fallback';
      }
      return 'fine';
    }, null);
    expect(trace.steps[0]?.outcome).toMatchObject({ kind: 'threw', error: { message: 'down' } });
    expect(trace.outcome).toEqual({ kind: 'returned', value: 'fallback' });
  });
});

describe('calls within calls', () => {
  test('name the call that made them', async () => {
    const inner = tool('inner', async (n: number) => n);
    const outer = tool('outer', async () => {
      await inner(1);
      return inner(2);
    });
    const trace = await record(async () => {
      await Promise.all([outer(), lookup({ id: 1 })]);
      await inner(3);
    }, null);
    expect(trace.steps.map(({ call, parent }) => [call.name, parent])).toEqual([
      ['outer', null],
      ['inner', 0],
      ['lookup', null],
      ['inner', 0],
      ['inner', null],
    ]);
  });

  test('a call that a streaming body makes names the streaming call', async () => {
    const inner = tool('inner', async (n: number) => n);
    const numbers = tool('numbers', async function* () {
      yield await inner(1);
      yield await inner(2);
    });
    const trace = await record(async () => {
      for await (const _ of await numbers());
    }, null);
    expect(trace.steps.map(({ call, parent }) => [call.name, parent])).toEqual([
      ['numbers', null],
      ['inner', 0],
      ['inner', 0],
    ]);
  });

  test('a recording within a recording sees its own calls, counted from 0, and the outer one sees all', async () => {
    let inside: readonly Step[] = [];
    const agent = tool('sub_agent', async () => {
      inside = (await record(() => lookup({ id: 2 }), null)).steps;
    });
    const outer = await record(async () => {
      await lookup({ id: 1 });
      await agent();
    }, null);
    expect(inside.map(({ index, parent, call }) => [index, parent, call.name])).toEqual([[0, null, 'lookup']]);
    // Both record what they are asked, the outer one although the inner one was asked first.
    expect(outer.steps.map(({ index, parent, call }) => [index, parent, call.name])).toEqual([
      [0, null, 'lookup'],
      [1, null, 'sub_agent'],
      [2, 1, 'lookup'],
    ]);
  });

  test('runs beside each other in one process do not see each other', async () => {
    const agent = async (base: number): Promise<void> => {
      await lookup({ id: base });
      await Promise.all([lookup({ id: base + 1 }), lookup({ id: base + 2 })]);
    };
    const traces = await Promise.all([record(agent, 10), record(agent, 20), agent(30)]);
    const ids = traces.slice(0, 2).map((trace) => trace?.steps.map(({ call }) => (call.input as { id: number }).id));
    expect(ids).toEqual([
      [10, 11, 12],
      [20, 21, 22],
    ]);
  });
});

describe('an interceptor inside the recorder', () => {
  test('gets snapshot and step, and its answer is what is recorded', async () => {
    const seen: unknown[] = [];
    const trace = await record(() => lookup({ id: 4 }), null, {
      intercept: async (call) => {
        seen.push([call.step, call.snapshot()]);
        return { tier: 'from the interceptor' };
      },
    });
    expect(seen).toEqual([[0, { id: 4 }]]);
    expect(trace.outcome).toEqual({ kind: 'returned', value: { tier: 'from the interceptor' } });
    expect(trace.steps[0]?.outcome).toEqual(trace.outcome);
  });

  test('that throws at once is recorded as the outcome of the call', async () => {
    const trace = await record(() => lookup({ id: 4 }), null, {
      intercept: () => {
        throw new Error('refused');
      },
    });
    expect(trace.steps[0]?.outcome).toMatchObject({ kind: 'threw', error: { message: 'refused' } });
  });

  test('is still asked after the end of the run, with step -1, since only it can refuse', async () => {
    const late = gate();
    const asked: number[] = [];
    let left: Promise<unknown> = Promise.resolve();
    await record(
      () => {
        left = late.promise.then(() => lookup({ id: 1 }));
      },
      null,
      {
        intercept: async (call) => {
          asked.push(call.step);
        },
      },
    );
    late.open();
    await left;
    expect(asked).toEqual([-1]);
  });
});

describe('after the agent has settled', () => {
  test('calls that it left open are waited for, and those that follow from them', async () => {
    const answer = gate<string>();
    const slow = tool('slow', () => answer.promise);
    const running = record(() => {
      void slow().then(() => lookup({ id: 1 }).then(() => lookup({ id: 2 })));
      return 'early';
    }, null);
    answer.open('late');
    const trace = await running;
    expect(trace.outcome).toEqual({ kind: 'returned', value: 'early' });
    expect(trace.steps.map(({ call, outcome }) => [call.name, outcome.kind])).toEqual([
      ['slow', 'returned'],
      ['lookup', 'returned'],
      ['lookup', 'returned'],
    ]);
  });

  test('calls that come turns of the event loop after the agent has settled belong to the run', async () => {
    const step = tool('after_turns', async (at: number) => at);
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const { steps } = await record(async () => {
      void (async () => {
        for (let at = 0; at < 3; at += 1) {
          await step(at);
          for (let turns = 0; turns < 5; turns += 1) await turn();
        }
        await step(3);
      })();
    }, null);
    expect(steps.map(({ call }) => call.input)).toEqual([0, 1, 2, 3]);
  });

  test('a call that never ends is waited for up to the drain limit and is interrupted', async () => {
    const never = tool('never', () => new Promise<never>(() => {}));
    const trace = await record(
      async () => {
        await Promise.race([never(), lookup({ id: 1 })]);
      },
      null,
      { drainMs: 1 },
    );
    expect(trace.steps.map(({ outcome }) => outcome.kind)).toEqual(['interrupted', 'returned']);
    expect(trace.steps[0]).toMatchObject({ endedAtMs: null, endOrder: null });
    expect(trace.outcome.kind).toBe('returned');
  });

  test('calls after the end pass through unrecorded', async () => {
    const late = gate();
    let left: Promise<unknown> = Promise.resolve();
    const trace = await record(() => {
      left = late.promise.then(() => lookup({ id: 5 }));
    }, null);
    late.open();
    expect(await left).toEqual({ id: 5, tier: 'gold' });
    expect(trace.steps).toEqual([]);
  });

  test('the outcome is what it was when the agent settled', async () => {
    const answer = gate();
    const slow = tool('slow', () => answer.promise);
    const output = { done: false };
    const running = record(() => {
      void slow().then(() => {
        output.done = true;
      });
      return output;
    }, null);
    answer.open();
    expect((await running).outcome).toEqual({ kind: 'returned', value: { done: false } });
    expect(output.done).toBe(true);
  });
});

describe('a signal', () => {
  test('gives the run up at once; what the agent does then is not recorded', async () => {
    const abort = new AbortController();
    const answer = gate();
    const slow = tool('slow', () => answer.promise);
    let finished: Promise<unknown> = Promise.resolve();
    const running = record(
      () => {
        finished = (async () => {
          await slow();
          return lookup({ id: 1 });
        })();
        return finished;
      },
      null,
      { signal: abort.signal },
    );
    abort.abort();
    const trace = await running;
    answer.open();
    await finished;
    expect(trace.outcome).toEqual({ kind: 'interrupted' });
    expect(trace.steps.map(({ call, outcome }) => [call.name, outcome.kind])).toEqual([['slow', 'interrupted']]);
    expect(trace.endedAtMs).not.toBeNull();
  });

  test('that was given before the start keeps the agent from running', async () => {
    let ran = false;
    const trace = await record(
      () => {
        ran = true;
      },
      null,
      { signal: AbortSignal.abort() },
    );
    expect(ran).toBe(false);
    expect(trace.outcome).toEqual({ kind: 'interrupted' });
  });

  test('given while the agent has settled ends the wait and keeps the outcome', async () => {
    const abort = new AbortController();
    const never = tool('never', () => new Promise<never>(() => {}));
    const trace = await record(
      () => {
        void never().catch(() => {});
        setImmediate(() => abort.abort());
        return 'done';
      },
      null,
      { signal: abort.signal, drainMs: 2 ** 30 },
    );
    expect(trace.outcome).toEqual({ kind: 'returned', value: 'done' });
  });
});

describe('redaction', () => {
  const secret = ['sk', 'proj', 'aB3dE6gH9jK2mN5p'.repeat(3)].join('-');
  const echo = tool('echo', async (text: string) => `heard ${text}`);

  test('is on by default and reaches inputs, answers, errors and the output; equal secrets stay equal', async () => {
    const trace = await record(
      async (input: { key: string }) => {
        await echo(input.key);
        throw new Error(`bad key ${input.key}`);
      },
      { key: secret },
    );
    expect(JSON.stringify(trace)).not.toContain(secret);
    const { key } = trace.run.input as { key: string };
    expect(trace.steps[0]?.call.input).toBe(key);
    expect(trace.steps[0]?.outcome).toEqual({ kind: 'returned', value: `heard ${key}` });
    expect(trace.outcome).toMatchObject({ error: { message: `bad key ${key}` } });
    expect(trace.run.redaction).not.toBeNull();
  });

  test('never changes what the agent sees', async () => {
    let heard = '';
    await record(async () => {
      heard = await echo(secret);
    }, null);
    expect(heard).toBe(`heard ${secret}`);
  });

  test('can be switched off', async () => {
    const trace = await record(() => echo(secret), null, { redaction: false });
    expect(trace.steps[0]?.call.input).toBe(secret);
    expect(trace.run.redaction).toBeNull();
  });
});

describe('a writer that fails', () => {
  const agent = async (): Promise<string> => {
    const first = await lookup({ id: 1 });
    const second = await lookup({ id: 2 });
    return `${first.tier} ${second.tier}`;
  };

  test('a full disk changes nothing for the agent or the trace in memory, and the writer says so', async () => {
    let written = 0;
    const writer = createTraceWriter({
      write: (bytes) => {
        written += bytes.byteLength;
        if (written > 200) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      },
    });
    const trace = await record(agent, null, { writer });
    expect(trace.outcome).toEqual({ kind: 'returned', value: 'gold gold' });
    expect(trace.steps).toHaveLength(2);
    expect(writer.failure).toMatchObject({ code: 'ENOSPC' });
  });

  test('one that throws, which none may, is reported only after the agent is done', async () => {
    const inner = createTraceWriter();
    let left = 2;
    const writer: TraceWriter = {
      append: (event) => {
        left -= 1;
        if (left < 0) throw new Error('broken writer');
        inner.append(event);
      },
      trace: () => inner.trace(),
      failure: null,
      close: () => inner.close(),
    };
    let output: string | undefined;
    const running = record(
      async () => {
        output = await agent();
      },
      null,
      { writer },
    );
    await expect(running).rejects.toMatchObject({ code: 'STEPFORK_RECORDING', cause: { message: 'broken writer' } });
    expect(output).toBe('gold gold');
    expect(inner.trace().steps.map(({ outcome }) => outcome.kind)).toEqual(['interrupted']);
  });
});

describe('a run on another day', () => {
  test('tells the agent that day, and nobody else; durations stay real', async () => {
    const today = new Date().getFullYear();
    const seen: number[] = [];
    const stamp = tool('stamp', async () => seen.push(new Date().getFullYear()));
    const trace = await record(
      async () => {
        const [before, sinceMs] = [Date.now(), performance.now()];
        await stamp();
        await new Promise((resolve) => setTimeout(resolve, 20));
        const elapsed = [Date.now() - before, performance.now() - sinceMs];
        return {
          years: [new Date(before).getFullYear(), new Date().getFullYear()],
          isReal: elapsed.every((ms) => ms >= 15 && ms < 10_000),
        };
      },
      null,
      { startedAt: new Date('2001-02-03T04:05:06.000Z') },
    );
    expect(trace.run.startedAt).toBe('2001-02-03T04:05:06.000Z');
    expect(trace.outcome).toEqual({ kind: 'returned', value: { years: [2001, 2001], isReal: true } });
    expect(trace.draws.filter(({ kind }) => kind === 'clock').every(({ value }) => String(value).startsWith('98117'))).toBe(true);
    expect(seen).toEqual([today]);
  });
});
