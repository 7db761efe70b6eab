import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { record, tool } from '@stepfork/interceptor';
import { failedStep, openStep, step, trace, traceFile } from '@stepfork/testkit';
import { createTraceWriter, type TraceEvent, type TraceFile } from '@stepfork/trace';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { replay } from '../replay.ts';
import type { Agent } from '../test-case.ts';

const realSleep = globalThis.setTimeout;
const ask = tool('time_ask', async (what: unknown): Promise<unknown> => what);
const peek = tool('time_peek', async (what: unknown): Promise<unknown> => what);

const recorded = async (agent: Agent, given: unknown = null): Promise<TraceFile> => traceFile(await record(agent, given));

/** Reads of one tool, each with its start and end in milliseconds. */
function timed(...calls: readonly (readonly [input: string, startMs: number, endMs: number | null])[]): TraceFile {
  const events: TraceEvent[] = calls.flatMap(([input, startMs, endMs], at): TraceEvent[] => [
    {
      type: 'call-start',
      step: at,
      parent: null,
      call: { kind: 'tool', name: 'time_ask', input, effect: false },
      atMs: startMs,
    },
    ...(endMs === null
      ? []
      : [{ type: 'call-end', step: at, outcome: { kind: 'returned', value: `${input}!` }, atMs: endMs } satisfies TraceEvent]),
  ]);
  const writer = createTraceWriter();
  const { run } = trace();
  writer.append({ type: 'run-start', run });
  const order = (event: TraceEvent): number => ('atMs' in event ? event.atMs : 0);
  for (const event of events.sort((a, b) => order(a) - order(b))) writer.append(event);
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: null }, atMs: 100_000 });
  return traceFile(writer.trace());
}

async function outputOf(file: TraceFile, agent: Agent): Promise<unknown> {
  const { trace: actual, stop } = await replay(file, agent);
  return stop ?? (actual.outcome.kind === 'returned' ? actual.outcome.value : actual.outcome);
}

describe('draws', () => {
  it.each<readonly [string, () => unknown]>([
    ['Date.now', () => Date.now()],
    ['new Date', () => new Date().toISOString()],
    ['Date()', () => Date()],
    ['performance.now', () => performance.now()],
    ['Math.random', () => Math.random()],
    ['crypto.randomUUID', () => crypto.randomUUID()],
    ['randomUUID by name', () => randomUUID()],
    ['getRandomValues', () => Array.from(crypto.getRandomValues(new Uint32Array(3)))],
    ['randomBytes by name', () => randomBytes(12).toString('base64')],
    ['randomBytes with a callback', () => promisify(randomBytes)(5).then((bytes) => bytes.toString('hex'))],
  ])('%s gives back what was recorded, several times in order', async (_name, take) => {
    const agent = async (): Promise<unknown> => [await take(), await take(), await take()];
    const file = await recorded(agent);
    const outcome = file.trunk.outcome as { value: unknown };
    await sleep(3);
    expect(await outputOf(file, agent)).toEqual(outcome.value);
    expect(await outputOf(file, agent)).toEqual(outcome.value);
  });

  const newId = (): string => randomUUID();
  function other(): string {
    return randomUUID();
  }

  test('one more of them elsewhere shifts none', async () => {
    const file = await recorded(async () => [newId(), newId()]);
    const { value } = file.trunk.outcome as unknown as { value: string[] };
    const [first, , ...rest] = (await outputOf(file, async () => [newId(), other(), newId()])) as string[];
    expect([first, ...rest]).toEqual(value);
  });

  test('a place without a recorded one gets a fresh one, the same each time, and the receipt says so', async () => {
    const file = await recorded(async () => newId());
    const agent = async (): Promise<unknown> => [newId(), newId(), other(), Math.random(), randomBytes(40).toString('hex')];
    const first = (await outputOf(file, agent)) as unknown[];
    expect(await outputOf(file, agent)).toEqual(first);
    expect(new Set(first).size).toBe(5);
    expect(first[1]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(first[4]).toHaveLength(80);
    const { receipt } = await replay(file, agent);
    expect(receipt.ambient.drawn.map(({ kind, site }) => [kind, site.split('#')[1]])).toEqual([
      ['uuid', 'newId'],
      ['uuid', 'other'],
      ['random', expect.any(String)],
      ['bytes', expect.any(String)],
    ]);
  });

  test('a corrected copy of a file reads the clock as the file did, and its ids are its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepfork-copy-'));
    const text = `export async function runAgent() {
  while (Date.now() % 50 !== 7);
  return [new Date().toISOString(), performance.now() > 0, crypto.randomUUID()];
}`;
    await writeFile(join(folder, 'package.json'), '{}');
    const [agent, copy] = await Promise.all(
      ['agent.mjs', 'agent.fixed.mjs'].map(async (name): Promise<Agent> => {
        await writeFile(join(folder, name), text);
        return ((await import(pathToFileURL(join(folder, name)).href)) as { runAgent: Agent }).runAgent;
      }),
    );
    if (agent === undefined || copy === undefined) throw new Error('two modules were written');
    const file = await recorded(agent);
    const { value } = file.trunk.outcome as unknown as { value: [string, boolean, string] };
    const [day, isRunning, id] = (await outputOf(file, copy)) as [string, boolean, string];
    expect([day, isRunning]).toEqual([value[0], true]);
    expect(id).not.toBe(value[2]);
    await rm(folder, { recursive: true });
  });

  test('a clock that nobody read is that of the recording, and goes on with its calls', async () => {
    const file = timed(['a', 0, 5000]);
    const agent = async (): Promise<unknown> => {
      const before = new Date().toISOString();
      await ask('a');
      return [before, new Date().toISOString()];
    };
    expect(await outputOf(file, agent)).toEqual(['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:05.000Z']);
  });

  test('a loop that waits for the clock comes to its end', async () => {
    const agent = async (): Promise<string> => {
      const end = Date.now() + 20;
      while (Date.now() < end);
      return 'over';
    };
    expect(await outputOf(timed(), agent)).toBe('over');
  });
});

describe('the virtual clock', () => {
  test('a wait of seven seconds takes no time', async () => {
    const started = performance.now();
    const agent = async (): Promise<unknown> => {
      await sleep(7000);
      const answer = await ask('slow');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return [answer, performance.now() > 67_000];
    };
    expect(await outputOf(timed(['slow', 7000, 14_000]), agent)).toEqual(['slow!', true]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([
    [40, 'slow!'],
    [60, 'late'],
  ])('a timeout of 50 ms against a call that took %i ms', async (took, winner) => {
    const agent = (): Promise<unknown> => Promise.race([ask('slow'), sleep(50, 'late')]);
    expect(await outputOf(timed(['slow', 0, took]), agent)).toBe(winner);
  });

  test('AbortSignal.timeout runs on it', async () => {
    const agent = (): Promise<unknown> => {
      const signal = AbortSignal.timeout(50);
      const aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve((signal.reason as Error).name)));
      return Promise.race([ask('slow'), aborted]);
    };
    expect(await outputOf(timed(['slow', 0, 60]), agent)).toBe('TimeoutError');
    expect(await outputOf(timed(['slow', 0, 40]), agent)).toBe('slow!');
  });

  test('answers come in the order in which they ended, whatever the order of the asking', async () => {
    const file = timed(['a', 0, 30], ['b', 1, 10], ['c', 2, 20]);
    const agent = async (): Promise<unknown> => {
      const ended: unknown[] = [];
      await Promise.all(['c', 'a', 'b'].map(async (one) => ended.push(await ask(one))));
      return ended;
    };
    expect(await outputOf(file, agent)).toEqual(['b!', 'c!', 'a!']);
  });

  test('a fix that drops a call does not wait for it', async () => {
    const file = timed(['a', 0, 10], ['b', 1, 20], ['c', 2, 30]);
    expect(await outputOf(file, () => Promise.all([ask('c'), ask('b')]))).toEqual(['c!', 'b!']);
  });

  test('a fix that asks once more is answered', async () => {
    const file = timed(['a', 0, 10], ['b', 1, 20]);
    expect(await outputOf(file, () => Promise.all([ask('b'), ask('a'), ask('b'), ask('a')]))).toEqual(['b!', 'a!', 'b!', 'a!']);
  });

  test('real work of the agent comes first', async () => {
    const file = timed(['a', 0, 1]);
    const agent = async (): Promise<unknown> => {
      const done: string[] = [];
      await Promise.all([
        sleep(1).then(() => done.push('timer')),
        ask('a').then(() => done.push('call')),
        readFile(import.meta.filename)
          .then(() => readFile(import.meta.filename))
          .then(() => done.push('files')),
        crypto.subtle.digest('SHA-256', new Uint8Array(1_000_000)).then(() => done.push('digest')),
        promisify(gzip)(Buffer.alloc(100_000)).then(() => done.push('gzip')),
      ]);
      return [done.slice(0, 3).sort(), done.slice(3)];
    };
    expect(await outputOf(file, agent)).toEqual([
      ['digest', 'files', 'gzip'],
      ['timer', 'call'],
    ]);
  });

  test('intervals and cleared timers are what they are', async () => {
    const agent = async (): Promise<unknown> => {
      let ticks = 0;
      clearTimeout(setTimeout(() => (ticks = -100), 25));
      const interval = setInterval(() => {
        ticks += 1;
      }, 10);
      await sleep(55);
      clearInterval(interval);
      await sleep(100);
      return ticks;
    };
    expect(await outputOf(timed(), agent)).toBe(5);
  });

  test('what the agent leaves behind belongs to the run until its timers have fired', async () => {
    const agent = async (): Promise<void> => void setTimeout(() => ask('late'), 500);
    const { trace: actual } = await replay(timed(['late', 500, 510]), agent);
    expect(actual.steps.map(({ outcome }) => outcome)).toEqual([{ kind: 'returned', value: 'late!' }]);
  });

  test('who waits for an open call and for a timer gets the timer', async () => {
    const file = traceFile(trace(openStep('time_ask', 'slow')));
    expect(await outputOf(file, () => Promise.race([ask('slow'), sleep(30_000, 'late')]))).toBe('late');
  });

  test('who waits for an open call and for a real timer that we did not see gets that one', async () => {
    const file = traceFile(trace(openStep('time_ask', 'slow')));
    const unseen = (): Promise<unknown> => new Promise((resolve) => realSleep(() => resolve('real'), 20));
    // Several: such timers are only counted, and those of the test runner end while this one runs.
    const several = (): readonly Promise<unknown>[] => Array.from({ length: 20 }, unseen);
    expect(await outputOf(file, () => Promise.race([ask('slow'), ...several()]))).toBe('real');
  });

  test('the body of a live tool runs in real time, and the clock waits for it', async () => {
    const live = tool('time_live', async () => {
      await sleep(10);
      return Date.now();
    });
    const before = Date.now();
    const { trace: actual } = await replay(timed(['a', 0, 5]), () => Promise.all([ask('a'), live()]), {
      policies: { tools: { time_live: 'live' } },
    });
    const [, at] = (actual.outcome as unknown as { value: [string, number] }).value;
    expect(at).toBeGreaterThanOrEqual(before);
  });
});

describe('an agent that asks again', () => {
  const file = traceFile(trace(step('time_peek', 'x', 1)));

  test('is answered again by the last outcome', async () => {
    expect(await outputOf(file, async () => [await peek('x'), await peek('x')])).toEqual([1, 1]);
  });

  test('is not where that was an error: it tries again, and nobody knows how that would have ended', async () => {
    const failed = traceFile(trace(failedStep('time_peek', 'x', new Error('503'))));
    const agent = async (): Promise<unknown> => peek('x').catch(() => peek('x'));
    expect(await outputOf(failed, agent)).toMatchObject({ reason: 'diverged', divergence: { why: 'used-up', step: 1 } });
  });

  test('is not, once a timer has fired in between: it waits for a change', async () => {
    const agent = async (): Promise<unknown> => {
      await peek('x');
      await sleep(10);
      return peek('x');
    };
    expect(await outputOf(file, agent)).toMatchObject({ reason: 'diverged', divergence: { why: 'used-up', step: 1 } });
  });
});

describe('what is not ours', () => {
  test('other code sees the real clock while a replay is on', async () => {
    const before = Date.now();
    const seen: number[] = [];
    const other = (async () => {
      for (let i = 0; i < 10; i += 1) {
        seen.push(Date.now());
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await replay(timed(['a', 0, 5000]), () => ask('a'));
    await other;
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(before);
  });

  test('timers that the test fakes stay, and the receipt says so', async () => {
    vi.useFakeTimers({ now: 7 });
    try {
      const { trace: actual, receipt } = await replay(timed(['a', 0, 5000]), async () => [await ask('a'), Date.now()]);
      expect(actual.outcome).toEqual({ kind: 'returned', value: ['a!', 7] });
      expect(receipt.ambient.faked).toEqual(expect.arrayContaining(['Date', 'performance.now', 'timers']));
      expect(receipt.ambient.controlled).toContain('Math.random');
    } finally {
      vi.useRealTimers();
    }
  });

  test('the receipt names what an agent used that is real', async () => {
    const { receipt } = await replay(timed(), async () => process.hrtime.bigint() > 0n);
    expect(receipt.ambient.uncontrolled).toEqual(['process.hrtime']);
  });

  afterAll(() => {
    expect(globalThis.setTimeout).toBe(realSleep);
  });
});
