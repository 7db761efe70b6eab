import { record, tool } from '@stepfork/interceptor';
import { createTraceWriter, type Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { type Disk, fullDisk, slowDisk } from './disks.ts';

const wait = async (ticks: number): Promise<void> => {
  for (let n = 0; n < ticks; n += 1) await undefined;
};

const lookup = tool('lookup', async (id: number) => {
  await wait(5 - id);
  return { id };
});
const say = tool('say', async function* () {
  yield 'a';
  await wait(1);
  yield 'b';
});

/** What an agent notices in which order, recorded on `disk`. */
async function run(disk: Disk): Promise<{ readonly log: readonly string[]; readonly trace: Trace; readonly failure: Error | null }> {
  const log: string[] = [];
  const writer = createTraceWriter({ write: disk.write });
  const trace = await record(
    async () => {
      await Promise.all([
        ...[1, 2, 3].map(async (id) => log.push(`lookup ${(await lookup(id)).id}`)),
        (async () => {
          for await (const word of await say()) log.push(`say ${word}`);
        })(),
      ]);
      return log.length;
    },
    null,
    { writer, drainMs: 0 },
  );
  return { log, trace, failure: writer.failure };
}

const shapeOf = ({ steps, outcome }: Trace): unknown => [steps.map(({ call, endOrder }) => [call.name, call.input, endOrder]), outcome];

test.each<[string, () => Disk]>([
  ['full from the start', () => fullDisk(0)],
  ['full after the head', () => fullDisk(400)],
  ['full near the end', () => fullDisk(900)],
  ['slow', () => slowDisk(1)],
])('a disk that is %s changes neither what the agent notices nor its order, and the trace in memory is whole', async (_, disk) => {
  const good = await run(fullDisk(1e6));
  const bad = await run(disk());
  expect(bad.log).toEqual(good.log);
  expect(shapeOf(bad.trace)).toEqual(shapeOf(good.trace));
});

test('a full disk keeps what fits, and the writer says why there is no more', async () => {
  const disk = fullDisk(400);
  const { failure } = await run(disk);
  expect(failure).toMatchObject({ code: 'ENOSPC' });
  expect(disk.written().byteLength).toBeLessThanOrEqual(400);
});
