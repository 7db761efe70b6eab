import { record, tool } from '@stepfork/interceptor';
import { encodeValue, type Trace, type TraceFile } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Replayed } from './replay-wire.ts';
import { createTraceReceiver, createTraceSender, tracesOf } from './trace-wire.ts';

const echo = tool('echo', (value: unknown) => value);

const receipt = { entries: [{ step: 0, how: 'exact', from: 0 }] } as unknown as Replayed['receipt'];
const replayed = (trace: Trace | undefined): Replayed => ({ trace: trace as Trace, receipt });

async function fileOf(...values: readonly unknown[]): Promise<TraceFile> {
  const trunk = await record(async () => {
    for (const value of values) await echo(value);
  }, null);
  return { trunk, forks: [], sealed: true, damage: null };
}

it('whatever an agent can pass arrives as it was sent, and comes back', async () => {
  const sender = createTraceSender();
  const receiver = createTraceReceiver();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), { maxLength: 4 }),
      async (values) => {
        const file = await fileOf(...values);
        const [arrived] = receiver.decode(sender.encode([file]));
        expect(arrived).toEqual(JSON.parse(JSON.stringify(file)));
        expect(sender.decodeReplayed(receiver.encodeReplayed(replayed(arrived?.trunk), arrived?.trunk as Trace), 0)).toEqual({
          trace: file.trunk,
          receipt,
        });
      },
    ),
    { numRuns: 50 },
  );
});

it('what a worker has is not sent again: not in another candidate, and not back', async () => {
  const long = 'x'.repeat(10_000);
  const file = await fileOf(long, 'short');
  const shorter: TraceFile = { ...file, trunk: { ...file.trunk, steps: file.trunk.steps.slice(0, 1) } };
  const sender = createTraceSender();
  const receiver = createTraceReceiver();
  expect(sender.encode([file]).values).toHaveLength(4);
  const other = createTraceSender();
  receiver.decode(other.encode([file]));
  const again = other.encode([shorter, file]);
  expect(again.values).toEqual([]);
  expect(again.text).not.toContain(long);
  const [first, second] = tracesOf(receiver.decode(again));
  expect(first?.steps[0]?.call).toBe(second?.steps[0]?.call);
  const back = receiver.encodeReplayed(replayed(second), second as Trace);
  expect(back).not.toContain(long);
  expect(other.decodeReplayed(back, 1).trace.steps[0]?.call).toBe(file.trunk.steps[0]?.call);
});

it('a part of a replay that no recording has comes back whole', async () => {
  const file = await fileOf('recorded');
  const sender = createTraceSender();
  const receiver = createTraceReceiver();
  const [arrived] = receiver.decode(sender.encode([file]));
  const changed = { ...arrived?.trunk.steps[0]?.call, input: encodeValue({ other: [1, Number.NaN] }) };
  const other = { ...arrived?.trunk, steps: [{ ...arrived?.trunk.steps[0], call: changed }] } as Trace;
  expect(sender.decodeReplayed(receiver.encodeReplayed(replayed(other), arrived?.trunk as Trace), 0).trace.steps[0]?.call).toEqual(changed);
});

it('the files of the order before are not sent again, and are the same objects there', async () => {
  const file = await fileOf('recorded');
  const sender = createTraceSender();
  const receiver = createTraceReceiver();
  const [first] = receiver.decode(sender.encode([file]));
  const again = sender.encode([{ ...file }]);
  expect(again).toEqual({ text: null, values: [], forget: false });
  expect(receiver.decode(again)[0]).toBe(first);
  const other = receiver.decode(sender.encode([{ ...file, trunk: { ...file.trunk, steps: [] } }]));
  expect(other[0]?.trunk.steps).toEqual([]);
  expect(receiver.decode(sender.encode([file]))[0]?.trunk.steps).toHaveLength(1);
});

it('rules of redaction come back without being sent where they are those of the recording, and others with others', async () => {
  const { trunk, ...file } = await fileOf('recorded');
  const by = (rules: readonly string[] | null): Trace => ({ ...trunk, run: { ...trunk.run, redaction: rules && { keyId: 'key', rules } } });
  const [sender, receiver] = [createTraceSender(), createTraceReceiver()];
  const arrived = receiver.decode(sender.encode([{ ...file, trunk: by(['first']) }]))[0]?.trunk as Trace;
  for (const rules of [['first'], ['first', 'other'], ['other'], [], null]) {
    const text = receiver.encodeReplayed(replayed(by(rules)), arrived);
    expect(text.includes('"first"')).toBe(rules?.length === 2);
    expect(sender.decodeReplayed(text, 0).trace).toStrictEqual(by(rules));
    expect(createTraceSender().decodeReplayed(receiver.encodeReplayed(replayed(by(rules)), null), 0).trace.run).toStrictEqual(
      by(rules).run,
    );
  }
});

it('who answered a step of a fork comes back with it', async () => {
  const { trunk, ...file } = await fileOf('recorded');
  const steps = trunk.steps.map((step) => ({ ...step, answered: { how: 'exact' } as const, closing: { atMs: 1, endOrder: 1 } }));
  const [sender, receiver] = [createTraceSender(), createTraceReceiver()];
  receiver.decode(sender.encode([{ ...file, trunk }]));
  expect(sender.decodeReplayed(receiver.encodeReplayed(replayed({ ...trunk, steps }), trunk), 0).trace.steps).toStrictEqual(steps);
});
