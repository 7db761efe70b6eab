import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { model, record } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
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
