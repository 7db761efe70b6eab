import type { Chunk, Outcome, Trace, TraceEvent, TraceWriter } from '@stepfork/trace';

/** Who is told how calls end, before the agent hears of it. */
export interface AnswerListener {
  awaits(call: number): boolean;
  answered(call: number, outcome: Outcome): unknown;
}

/** The same writer; on the way it tells `listener` how the calls ended that it awaits. */
export function reportAnswers(writer: TraceWriter, listener: AnswerListener): TraceWriter {
  return new ReportingWriter(writer, listener);
}

class ReportingWriter implements TraceWriter {
  readonly #writer: TraceWriter;
  readonly #listener: AnswerListener;
  readonly #streams = new Map<number, Chunk[]>();

  constructor(writer: TraceWriter, listener: AnswerListener) {
    this.#writer = writer;
    this.#listener = listener;
  }

  get failure(): TraceWriter['failure'] {
    return this.#writer.failure;
  }

  append(event: TraceEvent): void {
    this.#report(event);
    this.#writer.append(event);
  }

  trace(): Trace {
    return this.#writer.trace();
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  #report(event: TraceEvent): void {
    if (event.type === 'call-end' && this.#listener.awaits(event.step)) {
      if (event.outcome.kind === 'streaming') this.#streams.set(event.step, []);
      else this.#listener.answered(event.step, event.outcome);
    } else if (event.type === 'call-chunk') {
      this.#streams.get(event.step)?.push({ value: event.value, atMs: event.atMs, endOrder: 0 });
    } else if (event.type === 'stream-end') {
      const chunks = this.#streams.get(event.step);
      if (chunks !== undefined) this.#listener.answered(event.step, { kind: 'streamed', chunks, end: event.end });
      this.#streams.delete(event.step);
    }
  }
}
