import { expect, test } from 'vitest';
import { Stage } from './stage.ts';

type One = readonly [name: string, afterMs: number, order: number | null];

/** Puts all on the clock at once, gives their names as they come and the time at the end. */
function played(
  ...all: readonly (readonly [name: string, afterMs: number, order: number | null])[]
): Promise<readonly (string | number)[]> {
  return new Promise((resolve) => {
    const came: string[] = [];
    const stage = new Stage(() => resolve([...came, stage.nowMs]));
    for (const [name, afterMs, order] of all) stage.due(afterMs, order, () => came.push(name));
  });
}

test.each<readonly [string, readonly One[], readonly (string | number)[]]>([
  [
    'what is due first comes first',
    [
      ['b', 20, null],
      ['a', 10, null],
    ],
    ['a', 'b', 20],
  ],
  [
    'at the same time, what was known first',
    [
      ['b', 10, null],
      ['a', 10, null],
    ],
    ['b', 'a', 10],
  ],
  [
    'what had ended earlier in the recording goes first, however long it takes',
    [
      ['b', 10, 1],
      ['a', 50, 0],
    ],
    ['a', 'b', 50],
  ],
  [
    'what was not recorded does not wait for that',
    [
      ['b', 10, 1],
      ['a', 50, 0],
      ['c', 20, null],
    ],
    ['c', 'a', 'b', 50],
  ],
  ['nothing waits for what nobody asked for', [['z', 10, 25]], ['z', 10]],
  ['without any, it is idle at once', [], [0]],
])('%s', async (_sentence, all, expected) => {
  if (all.length === 0) {
    const idle = new Promise<readonly number[]>((resolve) => {
      const stage: Stage = new Stage(() => resolve([stage.nowMs]));
      stage.wake();
    });
    expect(await idle).toEqual(expected);
    return;
  }
  expect(await played(...all)).toEqual(expected);
});

test('one thing comes at a time: what it sets off runs before the next one', async () => {
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    const stage = new Stage(resolve);
    stage.until(5, null).then(async () => {
      for (let i = 0; i < 20; i += 1) await null;
      seen.push('after many microtasks');
    });
    stage.due(5, null, () => seen.push('next'));
  });
  expect(seen).toEqual(['after many microtasks', 'next']);
});

test('the clock stands while it is held', async () => {
  let came = false;
  const stage = new Stage(() => {});
  const release = stage.hold();
  stage.due(0, null, () => {
    came = true;
  });
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(came).toBe(false);
  release();
  release();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(came).toBe(true);
});

test('what is taken back, and what comes after the end, does not come', async () => {
  const came: string[] = [];
  const stage = new Stage(() => {});
  stage.due(1, null, () => came.push('taken back'))();
  stage.due(1, null, () => came.push('too late'));
  stage.end();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(came).toEqual([]);
});

test('an error in a callback of the agent does not stop the clock', async () => {
  const thrown: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', (error) => thrown.push(error));
  try {
    await new Promise<void>((resolve) => {
      const stage = new Stage(() => {});
      stage.due(1, null, () => {
        throw new Error('of the agent');
      });
      stage.due(2, null, resolve);
    });
  } finally {
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
  expect(thrown).toHaveLength(1);
});

test('an unexpected timer is not early because the machine was busy with what we do not see', async () => {
  const came: string[] = [];
  const stage = new Stage(() => {});
  const over = new Promise<void>((resolve) => {
    stage.due(10, null, () => resolve(void came.push('timer')), { isUnexpected: true });
  });
  // Something real in ten steps, each of which takes long.
  const real = (steps: number): void => {
    const until = performance.now() + 40;
    while (performance.now() < until);
    if (steps === 0) came.push('real');
    else setImmediate(() => real(steps - 1));
  };
  real(10);
  await over;
  expect(came).toEqual(['real', 'timer']);
});
