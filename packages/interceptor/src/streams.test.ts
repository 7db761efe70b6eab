import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodeValue, type Outcome } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { tool } from './declaring/tool.ts';
import { record } from './recording/record.ts';

async function* numbers(to = 3): AsyncGenerator<number, string> {
  for (let n = 1; n <= to; n += 1) yield n;
  return 'the end';
}

async function* breaking(): AsyncGenerator<number> {
  yield 1;
  throw new TypeError('connection lost');
}

/** Iterates in steps that the test can tell apart: no `return`, no `throw`, like an SDK's own class. */
class Countdown {
  readonly controller: AbortController = new AbortController();
  #left: number;
  constructor(from: number) {
    this.#left = from;
  }
  get left(): number {
    return this.#left;
  }
  [Symbol.asyncIterator](): AsyncIterator<number> {
    return {
      next: async () => {
        if (this.#left === 0) return { done: true, value: undefined };
        this.#left -= 1;
        return { done: false, value: this.#left };
      },
    };
  }
}

const webNumbers = (to = 3): ReadableStream<number> => {
  let n = 0;
  return new ReadableStream(
    {
      pull(controller) {
        n += 1;
        if (n > to) controller.close();
        else controller.enqueue(n);
      },
    },
    { highWaterMark: 0 },
  );
};

/** Records how `read` reads the stream that `make` makes. */
async function recorded<S>(make: () => S, read: (stream: Awaited<S>) => unknown): Promise<Outcome | undefined> {
  const stream = tool('stream', () => make());
  const trace = await record(async () => read(await stream()), null, { drainMs: 1 });
  return trace.steps[0]?.outcome;
}

const told = (outcome: Outcome | undefined): unknown =>
  outcome?.kind === 'streamed' ? [outcome.chunks.map(({ value }) => value), outcome.end.kind] : outcome?.kind;

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

async function firstOf(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream) break;
}

describe.each<[string, () => AsyncIterable<number>]>([
  ['an async generator', numbers],
  ['a web stream', webNumbers],
  ['a Readable of Node', () => Readable.from([1, 2, 3])],
  ['an iterable whose iterator is a generator', () => ({ [Symbol.asyncIterator]: () => numbers() })],
  ['a frozen instance', () => Object.freeze(Object.create({ [Symbol.asyncIterator]: () => numbers() }))],
])('%s', (_, make) => {
  test('read to its end is recorded chunk by chunk', async () => {
    let read: number[] = [];
    const outcome = await recorded(make, async (stream) => {
      read = await all(stream);
    });
    expect(read).toEqual([1, 2, 3]);
    expect(told(outcome)).toEqual([[1, 2, 3], 'done']);
  });

  test('left early is recorded as far as it went, as cancelled', async () => {
    expect(told(await recorded(make, firstOf))).toEqual([[1], 'cancelled']);
  });

  test('whose reader crashes is recorded as far as it went, as cancelled, and the crash is the run’s', async () => {
    const stream = tool('stream', make);
    const trace = await record(async () => {
      for await (const n of await stream()) if (n === 2) throw new Error('reader crashed');
    }, null);
    expect(told(trace.steps[0]?.outcome)).toEqual([[1, 2], 'cancelled']);
    expect(trace.outcome).toMatchObject({ kind: 'threw', error: { message: 'reader crashed' } });
  });

  test('that nobody reads is interrupted when the run ends', async () => {
    expect(told(await recorded(make, () => {}))).toEqual([[], 'interrupted']);
  });
});

describe('a tool written as a generator', () => {
  const rows = tool('rows', numbers) as unknown as typeof numbers;

  test('can be iterated without `await`, outside of a run and in one', async () => {
    expect(await all(rows(2))).toEqual([1, 2]);
    const trace = await record(async () => all(rows(2)), null);
    expect(trace.outcome).toMatchObject({ kind: 'returned', value: [1, 2] });
    expect(told(trace.steps[0]?.outcome)).toEqual([[1, 2], 'done']);
  });

  test('that is left early is cancelled', async () => {
    const trace = await record(async () => firstOf(rows()), null);
    expect(told(trace.steps[0]?.outcome)).toEqual([[1], 'cancelled']);
  });

  test('can be driven by hand, and awaited as before', async () => {
    const iterator = rows(1);
    expect([await iterator.next(), await iterator.next()]).toEqual([
      { done: false, value: 1 },
      { done: true, value: 'the end' },
    ]);
    const broken = tool('breaking', breaking) as unknown as typeof breaking;
    await expect(all(broken())).rejects.toThrow('connection lost');
    await expect(rows().throw(new Error('enough'))).rejects.toThrow('enough');
    expect(await all(await rows(1))).toEqual([1]);
    expect([rows.name, rows.length]).toEqual(['numbers', 0]);
  });
});

describe('what the agent gets', () => {
  test.each<[string, () => object]>([
    ['a generator', numbers],
    ['an instance of a class', () => new Countdown(2)],
    ['a web stream', webNumbers],
    ['a Readable', () => Readable.from([1])],
  ])('%s is the very object of the body, of its class, with no key more', async (_, make) => {
    const made = make();
    const keys = Object.keys(made);
    let got: unknown;
    await recorded(
      () => made,
      (stream) => {
        got = stream;
      },
    );
    expect(got).toBe(made);
    expect(Object.keys(made)).toEqual(keys);
  });

  test('members beside the stream keep working, private ones too', async () => {
    let left: number | undefined;
    const outcome = await recorded(
      () => new Countdown(2),
      async (stream) => {
        await all(stream);
        left = stream.left;
        stream.controller.abort();
      },
    );
    expect(left).toBe(0);
    expect(told(outcome)).toEqual([[1, 0], 'done']);
  });

  test('a frozen stream still has its class and its private members', async () => {
    let seen: unknown;
    const outcome = await recorded(
      () => Object.freeze(new Countdown(2)),
      async (stream) => {
        seen = [stream instanceof Countdown, stream.left, await all(stream)];
      },
    );
    expect(seen).toEqual([true, 2, [1, 0]]);
    expect(told(outcome)).toEqual([[1, 0], 'done']);
  });

  test('a frozen object that owns its iteration stays as it is and is marked as not carried', async () => {
    const made = Object.freeze({ [Symbol.asyncIterator]: () => numbers() });
    let got: unknown;
    const outcome = await recorded(
      () => made,
      async (stream) => {
        got = [stream === made, await all(stream)];
      },
    );
    expect(got).toEqual([true, [1, 2, 3]]);
    expect(outcome?.kind).toBe('returned');
  });
});

test('an iterator without `return` that is left early is cancelled', async () => {
  expect(told(await recorded(() => new Countdown(3), firstOf))).toEqual([[2], 'cancelled']);
});

test('looking for `return` and reading on is not leaving', async () => {
  const outcome = await recorded(
    () => new Countdown(2),
    async (stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      expect(iterator.return).toBeUndefined();
      while (!(await iterator.next()).done);
    },
  );
  expect(told(outcome)).toEqual([[1, 0], 'done']);
});

test('a stream that breaks is recorded with its error, which the agent gets itself', async () => {
  let caught: unknown;
  const outcome = await recorded(breaking, async (stream) => {
    await all(stream).catch((error: unknown) => {
      caught = error;
    });
  });
  expect(caught).toBeInstanceOf(TypeError);
  expect(told(outcome)).toEqual([[1], 'threw']);
  expect(outcome).toMatchObject({ end: { error: { class: 'TypeError', message: 'connection lost' } } });
});

describe('a generator driven by hand', () => {
  test('keeps its return value and its identity', async () => {
    const results: unknown[] = [];
    const outcome = await recorded(
      () => numbers(1),
      async (stream) => {
        results.push(stream[Symbol.asyncIterator]() === stream, await stream.next(), await stream.next(), await stream.next());
      },
    );
    expect(results).toEqual([true, { done: false, value: 1 }, { done: true, value: 'the end' }, { done: true, value: undefined }]);
    expect(told(outcome)).toEqual([[1], 'done']);
    expect(outcome).toMatchObject({ end: { kind: 'done', value: 'the end' } });
  });

  test('is cancelled by return()', async () => {
    let result: unknown;
    const outcome = await recorded(numbers, async (stream) => {
      await stream.next();
      result = await stream.return('enough');
    });
    expect(result).toEqual({ done: true, value: 'enough' });
    expect(told(outcome)).toEqual([[1], 'cancelled']);
  });

  test('breaks by throw() if it does not catch', async () => {
    const outcome = await recorded(numbers, async (stream) => {
      await stream.next();
      await stream.throw(new Error('injected')).catch(() => {});
    });
    expect(told(outcome)).toEqual([[1], 'threw']);
  });

  test('goes on after throw() if it catches', async () => {
    const outcome = await recorded(
      async function* () {
        try {
          yield 'a';
        } catch {
          yield 'b';
        }
      },
      async (stream) => {
        await stream.next();
        await stream.throw(new Error('injected'));
        await stream.next();
      },
    );
    expect(told(outcome)).toEqual([['a', 'b'], 'done']);
  });

  test('may still yield after return()', async () => {
    const outcome = await recorded(
      async function* () {
        try {
          yield 'a';
        } finally {
          yield 'last';
        }
      },
      async (stream) => {
        await stream.next();
        await stream.return(undefined);
        await stream.next();
      },
    );
    expect(told(outcome)).toEqual([['a', 'last'], 'cancelled']);
  });

  test('may be asked for several chunks at once', async () => {
    let results: unknown;
    const outcome = await recorded(numbers, async (stream) => {
      results = (await Promise.all([stream.next(), stream.next(), stream.next(), stream.next()])).map(({ value }) => value);
    });
    expect(results).toEqual([1, 2, 3, 'the end']);
    expect(told(outcome)).toEqual([[1, 2, 3], 'done']);
  });
});

describe('a web stream', () => {
  test('read by a reader that is cancelled', async () => {
    const outcome = await recorded(webNumbers, async (stream) => {
      const reader = stream.getReader();
      await reader.read();
      await reader.cancel();
    });
    expect(told(outcome)).toEqual([[1], 'cancelled']);
  });

  test('read by two readers, one after the other', async () => {
    const outcome = await recorded(webNumbers, async (stream) => {
      const first = stream.getReader();
      await first.read();
      first.releaseLock();
      await all(stream);
    });
    expect(told(outcome)).toEqual([[1, 2, 3], 'done']);
  });

  test('whose reader lets go while it waits is not broken by that', async () => {
    let push: (n: number) => void = () => {};
    const outcome = await recorded(
      () =>
        new ReadableStream<number>({
          start(controller) {
            push = (n) => controller.enqueue(n);
          },
        }),
      async (stream) => {
        const first = stream.getReader();
        const waiting = first.read().catch(() => 'let go');
        first.releaseLock();
        expect(await waiting).toBe('let go');
        push(1);
        await stream.cancel();
      },
    );
    expect(told(outcome)).toEqual([[], 'cancelled']);
  });

  test('cancelled while a reader holds it goes on', async () => {
    const outcome = await recorded(webNumbers, async (stream) => {
      const reader = stream.getReader();
      await stream.cancel().catch(() => {});
      while (!(await reader.read()).done);
    });
    expect(told(outcome)).toEqual([[1, 2, 3], 'done']);
  });

  test('iterated with preventCancel goes on after a break', async () => {
    const outcome = await recorded(webNumbers, async (stream) => {
      for await (const _ of stream.values({ preventCancel: true })) break;
      await all(stream);
    });
    expect(told(outcome)).toEqual([[1, 2, 3], 'done']);
  });

  test.each<[string, (stream: ReadableStream<number>) => Promise<unknown>]>([
    ['tee', async (stream) => Promise.all(stream.tee().map(all))],
    ['pipeThrough', async (stream) => all(stream.pipeThrough(new TransformStream()))],
    ['pipeTo', async (stream) => stream.pipeTo(new WritableStream())],
  ])('read through %s', async (_, read) => {
    expect(told(await recorded(webNumbers, read))).toEqual([[1, 2, 3], 'done']);
  });

  test('that breaks, read through tee', async () => {
    const outcome = await recorded(
      () =>
        new ReadableStream({
          start(controller) {
            controller.error(new Error('reset'));
          },
        }),
      async (stream) => Promise.allSettled(stream.tee().map(all)),
    );
    expect(told(outcome)).toEqual([[], 'threw']);
  });
});

describe('a Readable of Node', () => {
  test('read by its events', async () => {
    const outcome = await recorded(
      () => Readable.from([1, 2]),
      (stream) => new Promise((resolve) => stream.on('data', () => {}).on('end', resolve)),
    );
    expect(told(outcome)).toEqual([[1, 2], 'done']);
  });

  test('that breaks', async () => {
    const outcome = await recorded(
      () => Readable.from(breaking()),
      (stream) => all(stream).catch(() => {}),
    );
    expect(told(outcome)).toEqual([[1], 'threw']);
  });
});

describe('a Readable of Node that the agent destroys', () => {
  const failing = (): Writable => new Writable({ objectMode: true, write: (_chunk, _encoding, done) => done(new Error('disk full')) });
  test.each<[string, (stream: Readable) => unknown]>([
    ['at its first chunk', (stream) => new Promise((resolve) => stream.on('data', () => stream.destroy()).on('close', resolve))],
    [
      'with an error of its own',
      (stream) =>
        new Promise((resolve) => {
          stream.on('data', () => stream.destroy(new Error('enough'))).on('error', resolve);
        }),
    ],
    [
      'later, with an error of its own',
      (stream) =>
        new Promise((resolve) => {
          stream.on('data', async () => {
            stream.pause();
            await null;
            stream.destroy(new Error('enough'));
          });
          stream.on('error', resolve);
        }),
    ],
    ['because what it is piped into fails', (stream) => pipeline(stream, failing()).catch(() => {})],
  ])('%s is cancelled: neither whole nor broken', async (_, read) => {
    expect(await recorded(() => Readable.from([1, 2, 3]), read)).toMatchObject({ kind: 'streamed', end: { kind: 'cancelled' } });
  });

  test('is broken if its producer destroys it', async () => {
    const make = (): Readable =>
      new Readable({
        objectMode: true,
        async read() {
          await null;
          if (this.readableFlowing !== null) this.destroy(new Error('reset'));
        },
      });
    expect(told(await recorded(make, (stream) => all(stream.resume()).catch(() => {})))).toEqual([[], 'threw']);
  });
});

test('calls in the producer of a Readable belong to it, calls in a listener belong to the agent', async () => {
  const page = tool('page', async (n: number) => (n < 2 ? n : null));
  const note = tool('note', async () => null);
  const pages = tool('pages', () => {
    let n = 0;
    return new Readable({
      objectMode: true,
      async read() {
        n += 1;
        this.push(await page(n));
      },
    });
  });
  const trace = await record(async () => {
    const stream = await pages();
    await new Promise((resolve) => stream.on('data', () => note()).on('end', resolve));
  }, null);
  expect(trace.steps.map(({ call, parent }) => [call.name, parent])).toEqual([
    ['pages', null],
    ['page', 0],
    ['note', null],
    ['page', 0],
  ]);
});

test.each<[string, string, () => object]>([
  ['an async generator', 'generator', numbers],
  ['a generator with members of its own', 'iterator', () => Object.assign(numbers(), { controller: null })],
  ['an object that can be iterated', 'iterable', () => new Countdown(2)],
  ['a web stream', 'web', webNumbers],
  ['a web stream of bytes', 'web-bytes', () => new ReadableStream({ type: 'bytes' })],
  ['a Readable of bytes', 'node', () => Readable.from([Buffer.from('a')], { objectMode: false })],
  ['a Readable with an encoding', 'node-text', () => Readable.from([Buffer.from('a')], { objectMode: false }).setEncoding('utf8')],
  ['a Readable of objects', 'node-objects', () => Readable.from([1])],
])('%s is recorded as what it is', async (_, kind, make) => {
  expect(await recorded(make, () => {})).toMatchObject({ kind: 'streamed', stream: kind });
});

test('bytes that the agent has decoded are recorded as the bytes that came', async () => {
  const outcome = await recorded(
    () => Readable.from([Buffer.from([0xc3]), Buffer.from([0xb6, 0x21])], { objectMode: false }),
    (stream) => all(stream.setEncoding('utf8')),
  );
  const chunks = outcome?.kind === 'streamed' ? outcome.chunks.map(({ value }) => decodeValue(value)) : [];
  expect(chunks).toEqual([Buffer.from('ö!')]);
});

test.each<[string, unknown]>([
  ['a list', [1, 2]],
  ['a Set', new Set([1])],
  ['text', 'abc'],
  ['bytes', new Uint8Array([1])],
])('%s can be iterated, but is no stream', async (_, value) => {
  expect(
    (
      await recorded(
        () => value,
        () => {},
      )
    )?.kind,
  ).toBe('returned');
});

test('an object that answers every question with a function, as mocks do, reaches the agent unharmed', async () => {
  const mock: object = new Proxy(() => {}, { get: (_, key) => (key === 'then' ? undefined : () => mock) });
  let got: unknown;
  await recorded(
    () => mock,
    (value) => {
      got = value;
    },
  );
  expect(got).toBe(mock);
});

test('a chunk reaches the agent before the next one is produced', async () => {
  const log: string[] = [];
  await recorded(
    async function* () {
      for (const n of [1, 2]) {
        log.push(`produced ${n}`);
        yield n;
      }
    },
    async (stream) => {
      for await (const n of stream) log.push(`read ${n}`);
    },
  );
  expect(log).toEqual(['produced 1', 'read 1', 'produced 2', 'read 2']);
});

test('chunks of two streams and the ends of calls are counted in the order in which they came', async () => {
  const left = tool('left', () => numbers(2));
  const right = tool('right', () => numbers(2));
  const lookup = tool('lookup', async () => null);
  const trace = await record(async () => {
    const [a, b] = [await left(), await right()];
    await a.next();
    await b.next();
    await lookup();
    await a.next();
    await b.next();
    await Promise.all([a.next(), b.next()]);
  }, null);
  const orders = trace.steps.map(({ endOrder, outcome }) => [
    endOrder,
    outcome.kind === 'streamed' ? outcome.chunks.map((chunk) => chunk.endOrder) : [],
  ]);
  expect(orders).toEqual([
    [0, [2, 5]],
    [1, [3, 6]],
    [4, []],
  ]);
});

test('a chunk is what it was when it was produced', async () => {
  const outcome = await recorded(
    async function* () {
      yield { text: 'a' };
    },
    async (stream) => {
      for await (const chunk of stream) chunk.text = 'changed';
    },
  );
  expect(told(outcome)).toEqual([[{ text: 'a' }], 'done']);
});

test('a stream handed through an outer call is recorded for both calls', async () => {
  const inner = tool('inner', () => numbers(2));
  const outer = tool('outer', () => inner());
  const trace = await record(async () => all(await outer()), null);
  expect(trace.steps.map(({ outcome }) => told(outcome))).toEqual([
    [[1, 2], 'done'],
    [[1, 2], 'done'],
  ]);
});

test('only the first reading of an iterable that can be read again is recorded', async () => {
  const outcome = await recorded(
    () => ({ [Symbol.asyncIterator]: () => numbers(2) }),
    async (stream) => {
      expect(await all(stream)).toEqual([1, 2]);
      expect(await all(stream)).toEqual([1, 2]);
    },
  );
  expect(told(outcome)).toEqual([[1, 2], 'done']);
});

test('a stream read on after the run has ended is not recorded further', async () => {
  let left: AsyncGenerator<number> | undefined;
  const outcome = await recorded(numbers, async (stream) => {
    left = stream;
    await stream.next();
  });
  expect(left && (await all(left))).toEqual([2, 3]);
  expect(told(outcome)).toEqual([[1], 'interrupted']);
});
