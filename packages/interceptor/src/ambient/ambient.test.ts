import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTraceWriter, type Draw, readTrace, type Trace, writeTrace } from '@stepfork/trace';
import { describe, expect, it, test, vi } from 'vitest';
import { tool } from '../declaring/tool.ts';
import { record } from '../recording/record.ts';

const originals = {
  Date: globalThis.Date,
  now: Date.now,
  random: Math.random,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  uuid: crypto.randomUUID,
  values: crypto.getRandomValues,
  performance: performance.now,
  abort: AbortSignal.timeout,
  named: randomUUID,
};

function current(): typeof originals {
  return {
    Date: globalThis.Date,
    now: Date.now,
    random: Math.random,
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    setImmediate: globalThis.setImmediate,
    clearTimeout: globalThis.clearTimeout,
    uuid: crypto.randomUUID,
    values: crypto.getRandomValues,
    performance: performance.now,
    abort: AbortSignal.timeout,
    named: randomUUID,
  };
}

const drawsOf = (trace: Trace, kind: Draw['kind']): readonly Draw[] => trace.draws.filter((draw) => draw.kind === kind);

describe('while an agent is recorded', () => {
  it.each<readonly [string, Draw['kind'], () => unknown]>([
    ['Date.now', 'clock', () => Date.now()],
    ['new Date', 'clock', () => Date.parse(new Date().toISOString())],
    ['performance.now', 'performance', () => performance.now()],
    ['Math.random', 'random', () => Math.random()],
    ['crypto.randomUUID', 'uuid', () => crypto.randomUUID()],
    ['randomUUID, imported by name', 'uuid', () => randomUUID()],
    ['crypto.getRandomValues', 'bytes', () => Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex')],
    ['randomBytes, imported by name', 'bytes', () => randomBytes(8).toString('hex')],
  ])('%s gives the real value and is taken down', async (_name, kind, take) => {
    async function agent(): Promise<unknown> {
      return take();
    }
    const trace = await record(agent, null);
    expect(trace.outcome).toEqual({ kind: 'returned', value: drawsOf(trace, kind)[0]?.value });
    expect(trace.draws).toHaveLength(1);
    expect(trace.draws[0]?.site).toMatch(/^src\/ambient\/ambient\.test\.ts#/);
  });

  test('the place of a draw is the function around it, wherever it is called from', async () => {
    function newId(): string {
      return randomUUID();
    }
    const trace = await record(async () => [newId(), [1].map(() => newId())], null);
    expect(trace.draws.map(({ site }) => site)).toEqual(['src/ambient/ambient.test.ts#newId', 'src/ambient/ambient.test.ts#newId']);
  });

  test('a draw in the body of a tool belongs to the world', async () => {
    const lookup = tool('ambient_lookup', async () => randomUUID());
    const trace = await record(() => lookup(), null);
    expect(trace.draws).toEqual([]);
  });

  test('timers run in real time, and when they fired is taken down', async () => {
    async function agent(): Promise<void> {
      await sleep(5);
      await new Promise((resolve) => setTimeout(resolve, 3));
      clearTimeout(setTimeout(() => {}, 1000));
    }
    const fires = drawsOf(await record(agent, null), 'timer').map(
      ({ value }) => value as { ms: number; elapsedMs: number; fired: boolean },
    );
    expect(fires.map(({ ms, fired }) => [ms, fired])).toEqual([
      [5, true],
      [3, true],
      [1000, false],
    ]);
    expect(fires[0]?.elapsedMs).toBeGreaterThan(3);
  });

  test('a timeout that has not fired by the end is taken down as such', async () => {
    const trace = await record(async () => void AbortSignal.timeout(50), null);
    expect(drawsOf(trace, 'timer').map(({ value }) => value)).toEqual([
      { timer: 0, fire: 0, ms: 50, elapsedMs: expect.any(Number), fired: false },
    ]);
  });

  test('a run is open until its timers have fired', async () => {
    const late = tool('ambient_late', async () => 'late');
    const trace = await record(async () => void setTimeout(() => late(), 5), null);
    expect(trace.steps).toHaveLength(1);
  });

  test('dates stay dates', async () => {
    const before = new Date(0);
    const trace = await record(async () => {
      const made = new Date();
      return [made instanceof Date, before instanceof Date, made.constructor === Date, typeof Date(), new Date(2020, 1).getFullYear()];
    }, null);
    expect(trace.outcome).toEqual({ kind: 'returned', value: [true, true, true, 'string', 2020] });
  });
});

test('draws survive both encodings', async () => {
  const writer = createTraceWriter();
  await record(async () => [Date.now(), randomUUID(), Math.random()], null, { writer });
  const trunk = writer.trace();
  for (const encoding of ['packed', 'text'] as const) {
    const bytes = await writeTrace({ trunk, forks: [], sealed: true, damage: null }, encoding);
    expect((await readTrace(bytes)).trunk.draws).toEqual(trunk.draws);
  }
});

describe('outside of a run', () => {
  test('nothing stays installed after it', async () => {
    const before = current();
    let inside = before;
    await record(async () => {
      inside = current();
    }, null);
    expect(inside.Date).not.toBe(before.Date);
    expect(inside.named).not.toBe(before.named);
    expect(current()).toEqual(before);
  });

  test('nor after the last of several that overlap', async () => {
    await Promise.all([1, 20].map((ms) => record(() => sleep(ms), null)));
    expect(globalThis.Date).toBe(originals.Date);
    expect(setTimeout).toBe(originals.setTimeout);
  });

  test('other work that goes on meanwhile is not recorded', async () => {
    let draws = 0;
    const other = (async () => {
      for (let i = 0; i < 20; i += 1) {
        draws += Date.now() > 0 && randomUUID().length === 36 ? 1 : 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const trace = await record(() => sleep(5), null);
    await other;
    expect(draws).toBe(20);
    expect(trace.draws.map(({ kind }) => kind)).toEqual(['timer']);
  });

  test('a clock that a test fakes stays', async () => {
    vi.useFakeTimers({ now: 5 });
    try {
      const trace = await record(async () => Date.now(), null);
      expect(trace.outcome).toEqual({ kind: 'returned', value: 5 });
      expect(trace.draws).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    expect(globalThis.Date).toBe(originals.Date);
  });
});
