import { model, record, tool } from '@stepfork/interceptor';
import { modelStep, step, streamedStep, trace, traceFile } from '@stepfork/testkit';
import { createTraceWriter, type Json, type Step, type Trace, type TraceEvent } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIdentical } from './matchers/is-identical.ts';
import { replay } from './replay.ts';
import { createReplayWriter } from './replay-writer.ts';

const lookup = tool('lookup', async (_: object): Promise<unknown> => null);

test('a replayed run looks as if it had been recorded', async () => {
  const events: TraceEvent[] = [];
  const [plain, replayed] = [createTraceWriter(), createReplayWriter(() => null)];
  const both = {
    append: (event: TraceEvent) => {
      events.push(event);
      plain.append(event);
      replayed.append(event);
    },
    trace: () => plain.trace(),
    failure: null,
    close: async () => {},
  };
  async function* words(): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
    throw new Error('gone');
  }
  const inner = tool('inner', async (n: number) => n);
  const outer = tool('outer', async (n: number) => (await inner(n)) + 1);
  const talk = tool('talk', async (_: null) => words());
  const fails = tool('fails', async () => Promise.reject(new TypeError('no')));
  const hangs = tool('hangs', () => new Promise(() => {}));
  const agent = async (): Promise<unknown> => {
    void hangs();
    await Promise.all([outer(1), outer(2), fails().catch(() => null)]);
    const seen: unknown[] = [];
    try {
      for await (const word of await talk(null)) seen.push(word);
    } catch (error) {
      seen.push(error);
    }
    for await (const word of await talk(null)) return { seen, word };
    return null;
  };
  await record(agent, { ticket: 1 }, { writer: both, drainMs: 20 });
  expect(replayed.trace()).toEqual(JSON.parse(JSON.stringify(plain.trace())));
  expect(events.length).toBeGreaterThan(20);
});

test('what is the same as in the recording is kept once', async () => {
  const question = { messages: [{ role: 'user', content: 'hello' }] };
  const file = traceFile(trace(step('lookup', question, { rows: [1, 2] })));
  const { trace: actual } = await replay(file, () => lookup(question));
  expect(actual.steps[0]?.call).toBe(file.trunk.steps[0]?.call);
  expect(actual.steps[0]?.outcome).toBe(file.trunk.steps[0]?.outcome);
});

test('what the agent asked is kept as it asked it, also where only the order of keys differs', async () => {
  const file = traceFile(trace(step('lookup', { a: 1, b: 2 }, 'x')));
  const { trace: actual, stop } = await replay(file, () => lookup({ b: 2, a: 1 }));
  expect(stop).toBeNull();
  expect(JSON.stringify(actual.steps[0]?.call.input)).toBe('{"b":2,"a":1}');
});

test('identical is identical to the letter', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      expect(isIdentical(a as Json, b as Json)).toBe(JSON.stringify(a) === JSON.stringify(b));
      expect(isIdentical(a as Json, JSON.parse(JSON.stringify(a)))).toBe(true);
    }),
  );
});

test('a long conversation is found again, and the miss names the turn', async () => {
  const history = (turns: number, last = 'same'): Json =>
    Array.from({ length: turns }, (_, n) => ({ role: 'user', content: n === turns - 1 ? last : 'word '.repeat(200) }));
  const steps = Array.from({ length: 40 }, (_, n) => modelStep('gpt', { messages: history(n + 1) }, n));
  const ask = model('gpt', async (_: object): Promise<unknown> => null);
  const agent = async (): Promise<void> => {
    for (let n = 1; n <= 40; n++) await ask({ messages: history(n, n === 39 ? 'changed' : 'same') });
  };
  const { stop } = await replay(traceFile(trace(...steps)), agent);
  expect(stop).toMatchObject({
    divergence: { step: 38, nearest: { step: 38, differences: [{ path: '/messages/38/content', expected: 'same', actual: 'changed' }] } },
  });
});

test('a stream of a replay is recorded chunk by chunk', async () => {
  const talk = tool('talk', async (_: string): Promise<unknown> => null);
  const agent = async (): Promise<unknown> => {
    const seen: unknown[] = [];
    for await (const chunk of (await talk('q')) as AsyncIterable<unknown>) seen.push(chunk);
    return seen;
  };
  const file = traceFile(trace(streamedStep('talk', 'q', ['a', 'b'])));
  const { trace: actual } = await replay(file, agent);
  const values = ({ steps }: Trace): readonly (Step['outcome'] | undefined)[] => steps.map(({ outcome }) => outcome);
  expect(values(actual)).toMatchObject([
    {
      kind: 'streamed',
      chunks: [
        { value: 'a', endOrder: 1 },
        { value: 'b', endOrder: 2 },
      ],
      end: { kind: 'done' },
    },
  ]);
});
