import { execFile } from 'node:child_process';
import crypto, { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep, setInterval as ticks } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { record, tool } from '@stepfork/interceptor';
import { openStep, step, trace, traceFile } from '@stepfork/testkit';
import type { Draw, Json, Step, Trace } from '@stepfork/trace';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { replay } from './replay.ts';
import type { Agent } from './test-case.ts';

const look = tool('odd_look', async (what: unknown): Promise<unknown> => what);

// Some wait for nothing that would keep a process alive.
let alive: NodeJS.Timeout;
beforeAll(() => {
  alive = setInterval(() => {}, 60_000);
});
afterAll(() => clearInterval(alive));

function seen({ outcome, steps, draws }: Trace): unknown {
  const drawn = draws.map(({ kind, site, value }: Draw) => {
    return { kind, site, value: kind === 'timer' ? { ...(value as Record<string, Json>), elapsedMs: 0 } : value };
  });
  return { outcome, calls: steps.map(({ call }) => call), draws: drawn };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const codeOf = (body: () => unknown): unknown => {
  try {
    return body() === undefined ? 'nothing' : 'taken';
  } catch (error) {
    return (error as { readonly code?: string; readonly name: string }).code ?? (error as Error).name;
  }
};

describe('record and replay are the same, byte for byte and draw for draw', () => {
  it.each<readonly [string, Agent]>([
    ['a timer that is cleared by its number', async () => clearTimeout(+setTimeout(() => look('never'), 3000))],
    [
      'an interval that is cleared by its number as a text',
      async () => {
        let count = 0;
        const interval = setInterval(() => (count += 1), 5);
        await wait(18);
        clearInterval(String(+interval));
        await wait(20);
        return count < 5;
      },
    ],
    ['a timer that is closed', async () => void setTimeout(() => look('never'), 3000).close()],
    [
      'timers that are disposed of',
      async () => {
        for (const handle of [setTimeout(() => look('never'), 3000), setImmediate(() => look('never'))]) handle[Symbol.dispose]();
        await wait(2);
      },
    ],
    [
      'a debounce by refresh',
      async () => {
        const came: unknown[] = [];
        const timer = setTimeout(() => came.push('debounced'), 30);
        for (let i = 0; i < 3; i += 1) {
          await wait(20);
          came.push(timer.refresh() === timer);
        }
        await wait(60);
        return came;
      },
    ],
    [
      'a poll that refreshes its own timer',
      () =>
        new Promise((resolve) => {
          let count = 0;
          setTimeout(function poll(this: NodeJS.Timeout) {
            count += 1;
            if (count === 4) resolve(count);
            else this.refresh();
          }, 5);
        }),
    ],
    [
      'a timer that is refreshed after it was taken back',
      async () => {
        const timer = setTimeout(() => look('never'), 5);
        clearTimeout(timer);
        timer.refresh();
        await wait(20);
      },
    ],
    ['a timer that nobody stays alive for', async () => void setTimeout(() => look('never'), 20).unref()],
    ['a timeout that is not waited for', async () => AbortSignal.timeout(20).addEventListener('abort', () => look('never'))],
    [
      'ticks that are read slowly, against a timer',
      async () => {
        const came: string[] = [];
        const timer = wait(25).then(() => came.push('timer'));
        for await (const value of ticks(10, 'tick')) {
          came.push(value);
          if (came.length > 3) break;
          await wait(15);
        }
        await timer;
        return came;
      },
    ],
    [
      'ticks that are given up',
      async () => {
        const came: unknown[] = [];
        const controller = new AbortController();
        setTimeout(() => controller.abort(new Error('enough')), 22);
        try {
          for await (const value of ticks(8, 'tick', { signal: controller.signal })) came.push(value);
        } catch (error) {
          const { name, code, cause } = error as Error & { code: string };
          came.push(name, code, (cause as Error).message);
        }
        return came;
      },
    ],
    [
      'sleeps that Node refuses',
      () => Promise.all([{ signal: 5 }, null, { ref: 1 }].map((options) => sleep(5, 1, options as object).catch((e) => e.code ?? e.name))),
    ],
    ['timeouts that Node refuses', async () => [-1, 1.5, Number.NaN].map((ms) => codeOf(() => AbortSignal.timeout(ms)))],
    ['ids that Node refuses', async () => codeOf(() => randomUUID(5 as never))],
    ['bytes that Node refuses', async () => [-1, 'x', 1.5, undefined, 2 ** 40].map((size) => codeOf(() => randomBytes(size as number)))],
    ['bytes of a buffer of their own', async () => [randomBytes(4).buffer.byteLength, [...new Uint32Array(randomBytes(8).buffer)]]],
    [
      'whole numbers by chance',
      async () => [randomInt(1e9), randomInt(5, 7), crypto.randomInt(2), await promisify<number, number>(randomInt as never)(1e9)],
    ],
    ['whole numbers that Node refuses', async () => [codeOf(() => randomInt(0)), codeOf(() => randomInt('x' as never))]],
    [
      'filled buffers',
      async () => [
        randomFillSync(Buffer.alloc(6)).toString('hex'),
        [...randomFillSync(new Uint16Array(4), 1, 2)],
        (await promisify<Buffer, Buffer>(crypto.randomFill as never)(Buffer.alloc(6))).toString('hex'),
      ],
    ],
    [
      'dates that a formatter finds itself',
      async () => {
        const formatter = new Intl.DateTimeFormat('en', { minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 });
        const { format } = formatter;
        await wait(3);
        return [format(), formatter.formatToParts(), formatter.format(0), format === formatter.format];
      },
    ],
    [
      'Temporal.Now, where there is one',
      async () => {
        const { Temporal } = globalThis as { Temporal?: { Now: Record<string, (zone?: string) => unknown> } };
        const names = ['instant', 'zonedDateTimeISO', 'plainDateTimeISO', 'plainDateISO', 'plainTimeISO'];
        return (
          Temporal && [...names.map((name) => String(Temporal.Now[name]?.())), Date.now(), codeOf(() => Temporal.Now.plainDateISO?.('x'))]
        );
      },
    ],
    [
      'a module of WebAssembly and a timer',
      async () => {
        const came: string[] = [];
        const timer = wait(400).then(() => came.push('timer'));
        const { WebAssembly } = globalThis as never as { WebAssembly: { instantiate(bytes: Uint8Array): Promise<unknown> } };
        await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
        came.push('module');
        await timer;
        return came;
      },
    ],
    [
      'a child process and a timer',
      async () => {
        const came: string[] = [];
        const timer = wait(500).then(() => came.push('timer'));
        await promisify(execFile)('echo', ['hi']);
        came.push('child');
        await timer;
        return came;
      },
    ],
  ])('%s', async (_name, agent) => {
    const trunk = await record(agent, null, { drainMs: 4000 });
    // What is no longer open does not keep the run open.
    expect(trunk.endedAtMs).toBeLessThan(3000);
    await wait(3);
    for (let time = 0; time < 2; time += 1) {
      const { trace: actual, stop, receipt } = await replay(traceFile(trunk), agent, { timeoutMs: 2000 });
      expect(stop).toBeNull();
      expect(seen(actual)).toEqual(seen(trunk));
      expect([receipt.ambient.drawn, receipt.ambient.uncontrolled]).toEqual([[], []]);
    }
  });
});

test('a timeout that was not reached does not come while something that we do not see is on', async () => {
  const agent = async (): Promise<unknown> => {
    const late = setTimeout(() => look('late'), 5000);
    const worker = new Worker('require("node:worker_threads").parentPort.once("message", (it) => process.exit(it))', { eval: true });
    worker.postMessage(3);
    const [code] = await once(worker, 'exit');
    clearTimeout(late);
    return code;
  };
  const trunk = await record(agent, null);
  const { trace: actual } = await replay(traceFile(trunk), agent);
  expect(seen(actual)).toEqual(seen(trunk));
});

test('a fix that waits for such a timeout still gets it, at once as far as anybody can tell', async () => {
  const agent = (limit: number) => async (): Promise<unknown> => {
    const late = new Promise((resolve) => setTimeout(() => resolve('late'), 5000).unref());
    return Promise.race([late, wait(limit).then(() => 'in time')]);
  };
  const trunk = await record(agent(5), null);
  const started = performance.now();
  const { trace: actual } = await replay(traceFile(trunk), agent(60_000));
  expect(actual.outcome).toEqual({ kind: 'returned', value: 'late' });
  expect(performance.now() - started).toBeLessThan(4000);
});

test('an agent that is given up after its own sleep fails as without us', async () => {
  const dropped: unknown[] = [];
  const noting = (reason: unknown): void => void dropped.push(reason);
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', noting);
  try {
    await record(async () => {
      const controller = new AbortController();
      sleep(1000, null, { signal: controller.signal });
      controller.abort();
      await wait(5);
    }, null);
  } finally {
    process.off('unhandledRejection', noting);
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
  expect(dropped).toHaveLength(1);
});

test('fake timers that come and go within a run do not make two readings of one in the next', async () => {
  const { Date: RealDate, setTimeout: realTimeout } = globalThis;
  await record(async () => void vi.useFakeTimers(), null);
  vi.useRealTimers();
  const trunk = await record(async () => [Date.now(), Date.parse(new Date().toISOString()), await sleep(1), performance.now()], null);
  expect(trunk.draws.map(({ kind }) => kind)).toEqual(['clock', 'clock', 'timer', 'performance']);
  expect([globalThis.Date, globalThis.setTimeout]).toEqual([RealDate, realTimeout]);
});

test('two replays that wait for what never comes do not wait for each other', async () => {
  const file = traceFile(trace(openStep('odd_look', 'slow')));
  const started = performance.now();
  const both = await Promise.all([1, 2].map(() => replay(file, () => look('slow'), { timeoutMs: 5000 })));
  expect(both.map(({ stop }) => stop)).toEqual([1, 2].map(() => expect.objectContaining({ reason: 'timed-out', isStuck: true })));
  expect(performance.now() - started).toBeLessThan(4000);
});

describe('what a tool froze in its answer', () => {
  const frozenAnswers = {
    shared: () => Object.freeze([{ id: 'a' }]),
    whole: () => Object.freeze([Object.freeze({ id: 'a' })]),
    within: () => ({ orders: Object.freeze([]), page: new Map() }),
  };
  const given = tool('odd_given', async (which: keyof typeof frozenAnswers): Promise<unknown> => frozenAnswers[which]());
  const add = (to: object): string => {
    try {
      Reflect.apply(Array.prototype.push, to, ['more']);
      return 'added';
    } catch (error) {
      return String(error);
    }
  };

  it.each<readonly [string, Agent]>([
    [
      'a list that holds what may be changed',
      async () => Object.assign(((await given('shared')) as { id: string }[])[0] ?? {}, { id: 'b' }),
    ],
    ['a list', async () => add((await given('shared')) as object)],
    ['what is in a list', async () => Reflect.set(((await given('whole')) as object[])[0] ?? {}, 'id', 'b')],
    ['a part', async () => add(((await given('within')) as { orders: object }).orders)],
    ['the same answer once more', async () => [add((await given('whole')) as object), add((await given('whole')) as object)]],
  ])('is frozen in a replay as well: %s', async (_, agent) => {
    const trunk = await record(agent, null);

    const once = await replay(traceFile(trunk), agent);
    const twice = await replay(traceFile(once.trace), agent);

    expect(once.trace.outcome).toEqual(trunk.outcome);
    expect(twice.trace.outcome).toEqual(trunk.outcome);
    expect(once.trace.steps.map(({ outcome }) => outcome)).toEqual(trunk.steps.map(({ outcome }) => outcome));
  });

  it('is another answer than one that may be changed: asked once more, nobody knows which would come', async () => {
    let asked = 0;
    const turns = tool('odd_turns', async (): Promise<unknown> => (asked++ % 2 === 0 ? Object.freeze(['a']) : ['a']));
    const trunk = await record(async () => [await turns(), await turns()], null);

    const { stop } = await replay(traceFile(trunk), async () => [await turns(), await turns(), await turns()]);

    expect(stop).toMatchObject({ reason: 'diverged', divergence: { why: 'used-up', step: 2 } });
  });

  it('no pointer of a stranger breaks the agent', async () => {
    const agent: Agent = async () => given('whole');
    const trunk = await record(agent, null);
    const outcome = { kind: 'returned', value: [], frozen: { whole: ['no pointer'], alone: [] } } as const;
    const strange = { ...trunk, steps: trunk.steps.map((one): Step => ({ ...one, outcome })) };

    await expect(replay(traceFile(strange), agent)).rejects.toThrow('"no pointer" is no JSON Pointer');
  });
});

test('a static method is found again by a Node that names its class, and by one that does not', async () => {
  // biome-ignore lint/complexity/noStaticOnlyClass: that is what is asked.
  class Ids {
    static next(): string {
      return randomUUID();
    }
  }
  const trunk = await record(async () => Ids.next(), null);
  for (const name of ['next', 'Ids.next']) {
    const draws = trunk.draws.map((draw) => ({ ...draw, site: draw.site.replace(/#.*/, `#${name}`) }));
    const { trace: actual, receipt } = await replay(traceFile({ ...trunk, draws }), async () => [
      Ids.next(),
      new (class Other {
        next = () => randomUUID();
      })().next(),
    ]);
    expect((actual.outcome as unknown as { value: unknown[] }).value[0]).toBe((trunk.outcome as unknown as { value: unknown }).value);
    expect(receipt.ambient.drawn).toHaveLength(1);
  }
});

describe('an agent that throws where nobody catches it', () => {
  it.each<readonly [string, (fail: () => void) => unknown]>([
    ['in a timer', (fail) => setTimeout(fail, 5)],
    ['in an immediate', (fail) => setImmediate(fail)],
    ['in an interval', (fail) => setInterval(fail, 5).unref()],
  ])('%s has failed, and the process of the test lives', async (_name, start) => {
    const agent = async (): Promise<string> => {
      await look('before');
      start(() => {
        throw new TypeError('of the agent');
      });
      await Promise.race([look('slow'), wait(50)]);
      return 'survived';
    };
    const file = traceFile(trace(step('odd_look', 'before', 1), openStep('odd_look', 'slow')));
    const { trace: actual, stop } = await replay(file, agent);
    expect(stop).toBeNull();
    expect(actual.outcome).toMatchObject({ kind: 'threw', error: { class: 'TypeError', message: 'of the agent' } });
  });
});
