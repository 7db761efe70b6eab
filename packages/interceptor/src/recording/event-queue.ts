import type { TraceEvent, TraceWriter } from '@stepfork/trace';
import type { RedactedChunk } from '../streams/stream-redaction.ts';

type CallChunk = Extract<TraceEvent, { readonly type: 'call-chunk' }>;

/** An event that waits, or whose turn it is not yet. */
export type Waiting = { readonly event: TraceEvent } | { readonly event: CallChunk; readonly chunk: RedactedChunk };

/** Where events go. Each may throw. */
interface EventSink {
  readonly write: (event: TraceEvent) => void;
  /** `null`: nobody reads drafts. */
  readonly draft: ((events: readonly TraceEvent[]) => void) | null;
  /** See {@link TraceWriter}. */
  readonly together: NonNullable<TraceWriter['together']>;
}

/** A stream that nobody reads any more shall not keep the rest of the run from the trace. What it hides then is left to the scan of the file. */
const mostWaiting = 256;

/** Events in their order: what follows a chunk that may still turn out to hold a secret waits with it, and is drafted meanwhile. Throws what its sink throws. */
export class EventQueue {
  readonly #sink: EventSink;
  readonly #waiting: Waiting[] = [];
  /** Of those that wait, what no draft shows yet. */
  #undrafted: Waiting[] = [];
  #isTogether = false;
  #isSettling = false;

  constructor(sink: EventSink) {
    this.#sink = sink;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** What happens now is written at once. */
  get isTogether(): boolean {
    return this.#isTogether;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#undrafted.push(waiting);
    if (!this.#isTogether && !this.#isSettling) this.#settle();
  }

  together(body: () => void): void {
    this.#isTogether = true;
    try {
      this.#sink.together(() => {
        body();
        this.#isTogether = false;
        this.#settle();
      });
    } finally {
      this.#isTogether = false;
    }
  }

  /** Writes what need not wait any more, and a draft of the rest. */
  #settle(): void {
    const waiting = this.#waiting;
    let written = 0;
    // A variable of the environment that is found in a chunk is told meanwhile.
    this.#isSettling = true;
    for (; written < waiting.length; written += 1) {
      const next = waiting[written] as Waiting;
      const event = eventOf(next) ?? (waiting.length - written > mostWaiting ? settled(next) : null);
      if (event === null) break;
      this.#sink.write(event);
    }
    this.#isSettling = false;
    waiting.splice(0, written);
    const undrafted = written > 0 ? [...waiting] : this.#undrafted;
    this.#undrafted = [];
    if (undrafted.length > 0) this.#sink.draft?.(undrafted.map(draftOf));
  }
}

function eventOf(waiting: Waiting): TraceEvent | null {
  if (!('chunk' in waiting)) return waiting.event;
  const value = waiting.chunk.final();
  return value === null ? null : { ...waiting.event, value };
}

function settled(waiting: Waiting): TraceEvent | null {
  if ('chunk' in waiting) waiting.chunk.settle();
  return eventOf(waiting);
}

function draftOf(waiting: Waiting): TraceEvent {
  return 'chunk' in waiting ? { ...waiting.event, value: waiting.chunk.draft() } : waiting.event;
}
