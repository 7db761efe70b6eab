import { Socket } from 'node:net';
import { record } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { replay } from '../replay.ts';
import { holdBuiltIns } from './hold-built-ins.ts';

const agent = async (): Promise<number> => Date.now();

it('a replay between others is the same, the clock outside is the real one, and all is as before at the end', async () => {
  const { now, parse } = Date;
  const recording = await record(agent, null, { startedAt: new Date('2020-02-20T00:00:00Z') });
  const end = holdBuiltIns();
  const held = Date.now;
  const first = await replay(traceFile(recording), agent);
  const second = await replay(traceFile(recording), agent);
  expect(held).not.toBe(now);
  expect(Date.now).toBe(held);
  expect([first.trace.outcome, second.trace.outcome]).toEqual([recording.outcome, recording.outcome]);
  expect(Date.now()).toBeGreaterThan(parse('2025-01-01T00:00:00Z'));
  end();
  end();
  expect(Date.now).toBe(now);
});

it('what a replay replaces besides is held, too: no replay changes it, and it is taken back at the end', async () => {
  const held = () => [Socket.prototype.connect, Reflect.get(Error, Symbol.hasInstance), process.listenerCount('unhandledRejection')];
  const before = held();
  const recording = await record(agent, null);
  const end = holdBuiltIns();
  const during = held();
  await replay(traceFile(recording), async () => {
    expect(held()).toEqual(during);
  });
  expect(held()).toEqual(during);
  expect(during).not.toEqual(before);
  end();
  expect(held()).toEqual(before);
});
