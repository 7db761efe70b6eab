import type { RecordedStream } from './recorded-stream.ts';

/** As an async generator. */
export function chunksOf(stream: RecordedStream): AsyncGenerator<unknown, unknown> {
  const chunks = generate(stream);
  const { next, return: leave } = chunks;
  return Object.defineProperties(chunks, {
    next: { value: async () => unwrapped(await next.call(chunks)), configurable: true, writable: true },
    return: {
      value: (given: unknown) => {
        // A generator hears of it after what it is waiting for: that is over then.
        stream.leave();
        return leave.call(chunks, given as Returned);
      },
      configurable: true,
      writable: true,
    },
  });
}

/** What a generator returns at its end: refused, where it was not recorded, only to who looks at it. Loops do not. */
interface Returned {
  readonly property: ReturnType<RecordedStream['returned']>;
}

async function* generate(stream: RecordedStream): AsyncGenerator<unknown, Returned | undefined> {
  try {
    for (let one = await stream.next(); !one.done; one = await stream.next()) yield one.value;
    return { property: stream.returned() };
  } finally {
    stream.leave();
  }
}

function unwrapped(result: IteratorResult<unknown, Returned | undefined>): IteratorResult<unknown, unknown> {
  const { done, value } = result;
  if (done !== true || value === undefined) return result;
  return Object.defineProperty({ done, value: undefined }, 'value', { ...value.property, enumerable: true, configurable: true });
}
