import { finished, PassThrough, Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { replay } from '../replay.ts';
import type { Agent } from '../test-case.ts';

class RateLimited extends Error {
  readonly status = 429;
}

async function* words(): AsyncGenerator<string> {
  yield 'one ';
  yield 'twö ';
  yield 'three';
}

async function* breaking(): AsyncGenerator<string> {
  yield 'one ';
  await new Promise((resolve) => setTimeout(resolve, 3));
  throw new RateLimited('slow down', { cause: new TypeError('socket hang up') });
}

async function* bytes(source: AsyncIterable<string> = words()): AsyncGenerator<Uint8Array> {
  // Cut inside of characters.
  for await (const word of source) for (const byte of Buffer.from(word)) yield Uint8Array.of(byte);
}

/** Not closed by a reader that leaves: it has no `return`. */
class Plain {
  readonly #chunks: AsyncIterator<string>;
  constructor(chunks: AsyncIterator<string>) {
    this.#chunks = chunks;
  }
  [Symbol.asyncIterator](): AsyncIterator<string> {
    return { next: () => this.#chunks.next() };
  }
}

const byteStream = (source: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await source.next();
      if (!done) controller.enqueue(value);
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
  });

function returnThis<T>(this: T): T {
  return this;
}

const iterables: Readonly<Record<string, (chunks: AsyncGenerator<string>) => AsyncIterable<unknown>>> = {
  generator: (chunks) => chunks,
  iterator: (chunks) => ({ next: () => chunks.next(), return: () => chunks.return(undefined), [Symbol.asyncIterator]: returnThis }),
  iterable: (chunks) => ({ [Symbol.asyncIterator]: () => chunks }),
  'iterable without return': (chunks) => new Plain(chunks),
  web: (chunks) => ReadableStream.from(chunks),
  'web that reads ahead': (chunks) =>
    new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 4 },
    ),
  'web of bytes': (chunks) => byteStream(bytes(chunks)),
  'node of objects': (chunks) => Readable.from(chunks),
  'node of bytes': (chunks) => Readable.from(bytes(chunks), { objectMode: false }),
  'node with an encoding': (chunks) => Readable.from(bytes(chunks), { objectMode: false }).setEncoding('utf8'),
};

// biome-ignore lint/suspicious/noExplicitAny: every kind of stream.
type Reader = (stream: any, log: unknown[]) => unknown;

const text = (chunk: unknown): unknown => (chunk instanceof Uint8Array ? [...chunk].join(' ') : chunk);

const forAll: Readonly<Record<string, Reader>> = {
  'reads it to the end': async (stream, log) => {
    for await (const chunk of stream) log.push(text(chunk));
  },
  'leaves at the first chunk': async (stream, log) => {
    for await (const chunk of stream) {
      log.push(text(chunk));
      break;
    }
  },
  'throws inside the loop': async (stream, log) => {
    for await (const chunk of stream) {
      log.push(text(chunk));
      if (log.length === 2) throw new Error('the reader crashed');
    }
  },
  'never reads it': (stream, log) => {
    log.push(typeof stream);
  },
  'changes its chunks': async (stream, log) => {
    for await (const chunk of stream) {
      if (chunk instanceof Uint8Array) chunk.fill(0);
      log.push(text(chunk));
    }
  },
  'asks what it is': (stream, log) => {
    log.push(
      stream instanceof ReadableStream,
      stream instanceof Readable,
      typeof stream.getReader,
      typeof stream.pipe,
      typeof stream.next,
      Symbol.asyncIterator in stream,
      Object.prototype.toString.call(stream),
      typeof stream.then,
    );
  },
  'reads it after the run has ended': async (stream, log) => {
    void (async () => {
      for await (const _ of stream) await new Promise((resolve) => setTimeout(resolve, 2000));
    })().catch(() => {});
    log.push('gone');
  },
  'waits before it leaves': async (stream, log) => {
    for await (const chunk of stream) {
      log.push(text(chunk));
      await new Promise((resolve) => setTimeout(resolve, 20));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  },
  'is itself a stage of a pipeline': async (stream, log) => {
    await pipeline(stream, async (source: AsyncIterable<unknown>) => {
      for await (const chunk of source) log.push(text(chunk));
    });
  },
};

const forWeb: Readonly<Record<string, Reader>> = {
  'cancels its reader': async (stream, log) => {
    const reader = stream.getReader();
    log.push(text((await reader.read()).value));
    await reader.cancel('enough');
    log.push(await reader.read(), await reader.closed);
  },
  'cancels while it waits': async (stream, log) => {
    const reader = stream.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    log.push((await waiting).done);
  },
  'tees it and reads one half': async (stream, log) => {
    const [one] = stream.tee();
    for await (const chunk of one) log.push(text(chunk));
  },
  'tees it and cancels one half': async (stream, log) => {
    const [one, other] = stream.tee();
    void one.cancel();
    for await (const chunk of other) log.push(text(chunk));
  },
  'pipes it through': async (stream, log) => {
    const through = new TransformStream({ transform: (chunk, to) => to.enqueue(text(chunk)) });
    for await (const chunk of stream.pipeThrough(through)) log.push(chunk);
  },
  'pipes it into what fails': async (stream, log) => {
    const failing = new WritableStream({
      write() {
        throw new Error('disk full');
      },
    });
    await stream.pipeTo(failing).catch((error: Error) => log.push(error.message));
  },
  'lets go and reads on': async (stream, log) => {
    const first = stream.getReader();
    log.push(text((await first.read()).value), stream.locked);
    first.releaseLock();
    for await (const chunk of stream) log.push(text(chunk));
  },
  'reads it twice at once': async (stream, log) => {
    stream.getReader();
    try {
      stream.getReader();
    } catch (error) {
      log.push((error as Error).name);
    }
  },
  'makes a Readable of it': async (stream, log) => {
    for await (const chunk of Readable.fromWeb(stream)) log.push(text(chunk));
  },
};

const forBytes: Readonly<Record<string, Reader>> = {
  'reads into its own memory': async (stream, log) => {
    const reader = stream.getReader({ mode: 'byob' });
    for (let one = await reader.read(new Uint8Array(3)); !one.done; one = await reader.read(new Uint8Array(3))) log.push(text(one.value));
  },
  'makes a response of it': async (stream, log) => {
    log.push(await new Response(stream).text());
  },
  'decodes it': async (stream, log) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) log.push(chunk);
  },
};

const forNode: Readonly<Record<string, Reader>> = {
  'listens for data': (stream, log) =>
    new Promise((resolve, reject) => {
      stream.on('data', (chunk: unknown) => log.push(text(chunk)));
      stream.on('end', () => log.push('end'));
      stream.on('close', resolve).on('error', reject);
    }),
  'listens for readable': (stream, log) =>
    new Promise((resolve, reject) => {
      stream.on('readable', () => {
        for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) log.push(text(chunk));
      });
      stream.on('end', resolve).on('error', reject);
    }),
  'destroys it at the first chunk': (stream, log) =>
    new Promise((resolve) => {
      stream.on('data', (chunk: unknown) => {
        log.push(text(chunk));
        stream.destroy();
      });
      stream.on('close', resolve).on('error', resolve);
    }),
  'pauses and goes on': (stream, log) =>
    new Promise((resolve, reject) => {
      stream.on('data', (chunk: unknown) => {
        log.push(text(chunk));
        stream.pause();
        setTimeout(() => stream.resume(), 3);
      });
      stream.on('end', resolve).on('error', reject);
    }),
  'pipes it': async (stream, log) => {
    const to = new PassThrough({ objectMode: true });
    stream.pipe(to);
    stream.on('error', (error: Error) => to.destroy(error));
    for await (const chunk of to) log.push(text(chunk));
  },
  'pipes it into what fails': async (stream, log) => {
    const failing = new Writable({ objectMode: true, write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    await pipeline(stream, failing).catch((error: Error) => log.push(error.message));
    log.push(stream.destroyed);
  },
  'waits until it is finished': (stream, log) =>
    new Promise<void>((resolve) => {
      finished(stream, (error) => {
        log.push(error?.message ?? 'finished');
        resolve();
      });
      stream.resume();
    }),
  'maps it': async (stream, log) => {
    log.push(await stream.map(text).toArray());
  },
  'composes it': async (stream, log) => {
    const upper = new Transform({ objectMode: true, transform: (chunk, _encoding, done) => done(null, String(text(chunk)).toUpperCase()) });
    for await (const chunk of stream.compose(upper)) log.push(chunk);
  },
  'asks what it gives': (stream, log) => {
    log.push(stream.readableObjectMode, stream.readableEncoding, stream.destroyed, stream.readable, stream.readableEnded);
  },
};

const forNodeBytes: Readonly<Record<string, Reader>> = {
  'has it decoded': (stream, log) =>
    new Promise((resolve, reject) => {
      stream.setEncoding('utf8').on('data', (chunk: unknown) => log.push(chunk));
      stream.on('end', resolve).on('error', reject);
    }),
  'has it decoded as hexadecimal digits': async (stream, log) => {
    stream.setEncoding('hex');
    for await (const chunk of stream) log.push(chunk);
  },
};

/** What such a stream has read ahead comes in one and the same turn: a replay spreads it over several, so who looks at turns sees that. */
const spread: readonly string[] = ['makes a Readable of it', 'waits before it leaves'];

const kinds = Object.keys(iterables);
const cases = kinds.flatMap((kind) => {
  const readers = {
    ...forAll,
    ...(kind.startsWith('web') && forWeb),
    ...(kind === 'web of bytes' && forBytes),
    ...(kind.startsWith('node') && forNode),
    ...(kind === 'node of bytes' && forNodeBytes),
  };
  const known = Object.keys(readers).filter((reader) => kind !== 'web that reads ahead' || !spread.includes(reader));
  return known.map((reader) => [kind, reader, (readers as Record<string, Reader>)[reader] as Reader] as const);
});

function historyOf({ steps, outcome }: Trace): unknown {
  return [
    steps.map(({ outcome: given }) =>
      given.kind === 'streamed' ? [given.stream, given.chunks.map(({ value }) => value), given.end] : given.kind,
    ),
    outcome,
  ];
}

describe.each([
  ['a stream that is whole', words],
  ['a stream that breaks', breaking],
])('%s', (_, source) => {
  test.each(cases)('%s: an agent that %s sees the same in a replay', async (kind, _reader, read) => {
    const stream = tool('stream', () => iterables[kind]?.(source()));
    const agent: Agent = async () => {
      const log: unknown[] = [];
      try {
        await read(await stream(), log);
      } catch (error) {
        log.push(error instanceof RateLimited ? [error.message, error.status, (error.cause as Error)?.message] : String(error));
      }
      return log;
    };
    const trunk = await record(agent, null, { drainMs: 50 });
    const { trace, stop } = await replay(traceFile(trunk), agent, { timeoutMs: 500 });
    expect(stop).toBeNull();
    expect(historyOf(trace)).toEqual(historyOf(trunk));
  });
});

/**
 * Over the way that leads outside of a stream, a pipe hears of a chunk some microtasks later; so do, since Node 24, the halves of a `tee`.
 * What is produced and what is read stays the same.
 */
const isDelayed = (kind: string, reader: string): boolean =>
  kind === 'web that reads ahead' && /^(?:pipes it through|tees it)/.test(reader);

test.each(cases)('%s: for an agent that %s recording changes nothing, nor how far ahead is produced', async (kind, reader, read) => {
  const unrecorded = await logOf(kind, read, (agent) => agent(null));
  const recorded = await logOf(kind, read, (agent) => record(agent, null, { drainMs: 1 }));
  const inOrder = (log: readonly unknown[]): readonly unknown[] => (isDelayed(kind, reader) ? log.map(String).sort() : log);
  expect(inOrder(recorded)).toEqual(inOrder(unrecorded));
});

async function logOf(kind: string, read: Reader, run: (agent: Agent) => unknown): Promise<readonly unknown[]> {
  const log: unknown[] = [];
  async function* source(): AsyncGenerator<string> {
    try {
      for (const word of ['one ', 'two ', 'three ', 'four ', 'five ']) {
        log.push(`produced ${word}`);
        yield word;
        await null;
      }
    } finally {
      log.push('closed');
    }
  }
  const stream = tool('stream', () => iterables[kind]?.(source()));
  await run(async () => {
    try {
      await read(await stream(), log);
    } catch (error) {
      log.push(String(error));
    }
  });
  // What the agent has left behind reads on for a while.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return [...log];
}
