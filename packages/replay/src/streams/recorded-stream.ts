import { type Chunk, findOpaque, type Json, type Outcome } from '@stepfork/trace';

export type Streamed = Extract<Outcome, { readonly kind: 'streamed' }>;

/** Resolves when a chunk is due; `null`: the end of the stream. */
export type Pace = (chunk: Chunk | null) => Promise<void>;

/** What becomes of a stream where the recording ends. */
export interface StreamEnds {
  readonly carried: (value: Json) => unknown;
  /** What becomes of a chunk; left out: it is carried like any value. */
  readonly chunk?: (value: Json) => unknown;
  /** The error of who asks for more than was recorded. */
  readonly cut: () => Error;
  /** The agent waits for more of a stream that gave no more while it was recorded. */
  readonly stuck: () => void;
}

/** The chunks of a recorded stream, each when it is due. */
export interface RecordedStream {
  next(): Promise<IteratorResult<unknown, undefined>>;
  /** What the iterator returns when it is done, as a property: one that throws, where it cannot be given. */
  returned(): { readonly value: unknown } | { readonly get: () => unknown };
  /** All chunks were asked for, and an error follows: it comes when it is due, whether it is waited for or not. */
  breaksNext(): boolean;
  /** The agent leaves: who still waits beyond the last chunk learns that it is over. */
  leave(): void;
}

/** `pace` is asked for each chunk when the agent asks for it. */
export function recordedStream(
  { chunks, end }: Streamed,
  { carried, chunk: chunkOf = carried, cut, stuck }: StreamEnds,
  pace: Pace,
): RecordedStream {
  let asked = 0;
  let ending: Promise<IteratorResult<unknown, undefined>> | null = null;
  let isOver = false;
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = () => {
      isOver = true;
      resolve();
    };
  });
  return {
    next,
    breaksNext: () => ending === null && !isOver && asked === chunks.length && end.kind === 'threw',
    returned() {
      if (end.kind !== 'done' || end.value === undefined) return { value: undefined };
      const { value } = end;
      return findOpaque(value) === null ? { value: carried(value) } : { get: () => carried(value) };
    },
    leave: () => leave(),
  };

  async function next(): Promise<IteratorResult<unknown, undefined>> {
    const chunk = chunks[asked];
    if (isOver) return over;
    if (chunk === undefined) {
      ending ??= beyond();
      return ending;
    }
    asked += 1;
    await pace(chunk);
    return { done: false, value: chunkOf(chunk.value) };
  }

  async function beyond(): Promise<IteratorResult<unknown, undefined>> {
    switch (end.kind) {
      case 'done':
        await pace(null);
        return over;
      case 'threw':
        await pace(null);
        throw carried(end.error);
      case 'cancelled':
        // When it was recorded the agent left while it waited, maybe: so it gets the time to do so again.
        await Promise.race([pace(null), left]);
        if (isOver) return over;
        throw cut();
      case 'interrupted':
        stuck();
        await left;
        return over;
    }
  }
}

const over: IteratorResult<unknown, undefined> = { done: true, value: undefined };
