import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { model, record } from '@stepfork/interceptor';
import { input, streamedStep, trace, traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { replay } from '../replay.ts';
import type { Agent } from '../test-case.ts';

async function* letters(): AsyncGenerator<string> {
  yield 'a';
  yield 'b';
}
const web = model('web', async () => ReadableStream.from(letters()));
const node = model('node', async () => Readable.from(letters()));
const plain = model('plain', async () => letters());
class SdkStream {
  readonly controller = new AbortController();
  [Symbol.asyncIterator](): AsyncGenerator<string> {
    return letters();
  }
}
const sdk = model('sdk', async () => new SdkStream());

async function all(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const read: unknown[] = [];
  for await (const chunk of stream) read.push(chunk);
  return read;
}

const readers: readonly (readonly [string, Agent])[] = [
  [
    'a web stream by its reader',
    async () => {
      const reader = (await web()).getReader();
      const read: unknown[] = [];
      for (let one = await reader.read(); !one.done; one = await reader.read()) read.push(one.value);
      return read;
    },
  ],
  ['a web stream by iteration', async () => all(await web())],
  [
    'a web stream through a transform',
    async () => {
      const upper = new TransformStream<string, string>({ transform: (chunk, to) => to.enqueue(chunk.toUpperCase()) });
      return all((await web()).pipeThrough(upper));
    },
  ],
  [
    'a web stream that is cancelled',
    async () => {
      const reader = (await web()).getReader();
      const first = await reader.read();
      await reader.cancel();
      return first.value;
    },
  ],
  [
    'a Readable by its events',
    async () => {
      const stream = await node();
      return new Promise((resolve, reject) => {
        const read: unknown[] = [];
        stream.on('data', (chunk) => read.push(chunk));
        stream.on('end', () => resolve(read)).on('error', reject);
      });
    },
  ],
  [
    'a Readable in a pipeline',
    async () => {
      const read: unknown[] = [];
      await pipeline(await node(), async (source) => {
        for await (const chunk of source) read.push(chunk);
      });
      return read;
    },
  ],
  ['a generator', async () => all(await plain())],
  ['an iterable of a class', async () => all(await sdk())],
];

test.each(readers)('%s is read in a replay as it was read when it was recorded', async (_, agent) => {
  const trunk = await record(agent, null);
  const { trace, stop } = await replay(traceFile(trunk), agent);
  expect(stop).toBeNull();
  expect(trunk.outcome.kind).toBe('returned');
  expect(trace.outcome).toEqual(trunk.outcome);
  const chunksOf = ({ steps }: typeof trunk): unknown =>
    steps.map(({ outcome }) => outcome.kind === 'streamed' && [outcome.chunks.map(({ value }) => value), outcome.end.kind]);
  expect(chunksOf(trace)).toEqual(chunksOf(trunk));
});

test('another member of a stream was not recorded: inconclusive, not a failure', async () => {
  const agent: Agent = async () => {
    const stream = await sdk();
    const read = await all(stream);
    return stream.controller.signal.aborted ? [] : read;
  };
  const { stop } = await replay(traceFile(await record(agent, null)), agent);
  expect(stop).toMatchObject({ reason: 'opaque', name: 'sdk', path: '/controller' });
});

test('a Readable that was left is read further without a listener for errors: inconclusive, and the process lives', async () => {
  const leave: Agent = async () => {
    for await (const chunk of await node()) return chunk;
    return null;
  };
  const flow: Agent = async () => {
    const stream = await node();
    return new Promise((resolve) => stream.on('data', resolve));
  };
  const { stop } = await replay(traceFile(await record(leave, null)), flow);
  await new Promise((done) => setImmediate(done));
  expect(stop).toMatchObject({ reason: 'diverged', divergence: { why: 'stream-cut' } });
});

test('what a generator returns at its end is given back to who looks at it', async () => {
  const progress = model('progress', async function* () {
    yield 'half';
    return { total: 2 };
  });
  const agent: Agent = async () => {
    const stream = await progress();
    return [await stream.next(), await stream.next(), await stream.next()];
  };
  const trunk = await record(agent, null);
  const { trace, stop } = await replay(traceFile(trunk), agent);
  expect(stop).toBeNull();
  expect(trace.outcome).toEqual(trunk.outcome);
  expect(trace.steps[0]?.outcome).toMatchObject({ end: { kind: 'done', value: { total: 2 } } });
});

test('what it returns and what could not be recorded is refused to who looks at it, and to nobody else', async () => {
  const session = model('session', async function* () {
    yield 'a';
    return { close: () => {} };
  });
  const loop: Agent = async () => all(await session());
  const traces = traceFile(await record(loop, null));
  expect((await replay(traces, loop)).stop).toBeNull();
  const looks: Agent = async () => {
    const stream = await session();
    await stream.next();
    const last = await stream.next();
    return typeof last.value;
  };
  expect((await replay(traces, looks)).stop).toMatchObject({ reason: 'opaque', name: 'session' });
});

test.each([
  ['a generator', async () => plain(), async (stream: AsyncIterable<unknown>) => all(stream)],
  ['a web stream', async () => web(), async (stream: AsyncIterable<unknown>) => all(stream)],
  ['a Readable', async () => node(), async (stream: AsyncIterable<unknown>) => all(stream)],
])('%s that the agent left is unseen beyond the cut, and is left again where it was', async (_, get, readOn) => {
  const leave: Agent = async () => {
    for await (const chunk of await get()) return chunk;
    return null;
  };
  const traces = traceFile(await record(leave, null));
  expect((await replay(traces, leave)).stop).toBeNull();
  const { stop } = await replay(traces, async () => readOn(await get()));
  expect(stop).toMatchObject({ reason: 'diverged', divergence: { why: 'stream-cut' } });
});

test('a stream that the agent gave up by a timeout is given up again', async () => {
  const slow = model('slow', async function* () {
    yield 'a';
    await new Promise((resolve) => setTimeout(resolve, 300));
    yield 'b';
  });
  const webSlow = model('web slow', async () => ReadableStream.from(await slow()));
  const agent: Agent = async () => {
    const reader = (await webSlow()).getReader();
    const read: unknown[] = [];
    const timeout = new Promise<{ value: string }>((resolve) => setTimeout(() => resolve({ value: 'too late' }), 30));
    for (let at = 0; at < 2; at++) read.push((await Promise.race([reader.read(), timeout])).value);
    void reader.cancel();
    return read;
  };
  const trunk = await record(agent, null, { drainMs: 10 });
  const { trace, stop } = await replay(traceFile(trunk), agent);
  expect(stop).toBeNull();
  expect(trace.outcome).toEqual(trunk.outcome);
});

test('a stream in a chunk or in a field was not recorded: inconclusive, naming the path', async () => {
  const result = model('result', async () => ({ textStream: web(), usage: 1, stream: ReadableStream.from(letters()) }));
  const field: Agent = async () => all((await result()).stream);
  expect((await replay(traceFile(await record(field, null)), field)).stop).toMatchObject({ reason: 'opaque', name: 'result' });
  const nested = model('nested', async function* () {
    yield ReadableStream.from(letters());
  });
  const chunk: Agent = async () => {
    for await (const one of await nested()) return all(one);
    return [];
  };
  const { stop } = await replay(traceFile(await record(chunk, null)), chunk);
  expect(stop).toMatchObject({ reason: 'opaque', name: 'nested', type: 'ReadableStream' });
});

test('an event that was not recorded: inconclusive, not a wait for ever', async () => {
  const file = model('file', async () => {
    const stream = Readable.from(letters());
    setImmediate(() => stream.emit('open', 3));
    return stream;
  });
  const agent: Agent = async () => {
    const stream = await file();
    const opened = new Promise((resolve) => stream.once('open', resolve));
    const timeout = new Promise((resolve) => setTimeout(() => resolve('too late'), 50));
    return Promise.race([opened, timeout]);
  };
  const trunk = await record(agent, null, { drainMs: 1 });
  expect(trunk.outcome).toEqual({ kind: 'returned', value: 3 });
  expect((await replay(traceFile(trunk), agent)).stop).toMatchObject({ reason: 'opaque', name: 'file', path: "/on('open')" });
});

/** Older traces have no kind: the stream is whatever the agent takes it for. */
test.each<readonly [string, (stream: never) => Promise<unknown>]>([
  ['by iteration', async (stream: AsyncIterable<unknown>) => all(stream)],
  ['by a reader', async (stream: ReadableStream<unknown>) => [(await stream.getReader().read()).value, 'b']],
  ['by its events', async (stream: Readable) => all(stream.on('error', () => {}).map((chunk) => chunk))],
])('a stream whose kind was not recorded is read %s', async (_, read) => {
  const sourceless = model('old', async () => letters());
  const agent: Agent = async () => read((await sourceless()) as never);
  const traces = traceFile(trace(input(null), streamedStep('old', undefined, ['a', 'b'], 'done', { kind: 'model' })));
  const { trace: actual, stop } = await replay(traces, agent);
  expect(stop).toBeNull();
  expect(actual.outcome).toEqual({ kind: 'returned', value: ['a', 'b'] });
});
