import type { RecordedStream } from './recorded-stream.ts';

/** As an async generator. */
export function chunksOf(stream: RecordedStream): AsyncGenerator<unknown, undefined> {
  const chunks = generate(stream);
  const { return: end } = chunks;
  const value = (given: undefined): Promise<IteratorResult<unknown, undefined>> => {
    // A generator hears of it after what it is waiting for: that is over then.
    stream.leave();
    return end.call(chunks, given);
  };
  return Object.defineProperty(chunks, 'return', { value, configurable: true, writable: true });
}

async function* generate(stream: RecordedStream): AsyncGenerator<unknown, undefined> {
  try {
    for (let one = await stream.next(); !one.done; one = await stream.next()) yield one.value;
  } finally {
    stream.leave();
  }
  return undefined;
}
