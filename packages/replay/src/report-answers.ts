import type { Chunk, Outcome, TraceEvent, TraceWriter } from '@stepfork/trace';

/** Who is told how calls end, before the agent hears of it. */
export interface AnswerListener {
  awaits(call: number): boolean;
  answered(call: number, outcome: Outcome): unknown;
}

/** The same writer; on the way it tells `listener` how the calls ended that it awaits. */
export function reportAnswers(writer: TraceWriter, listener: AnswerListener): TraceWriter {
  const streams = new Map<number, Chunk[]>();
  return {
    append(event) {
      report(event);
      writer.append(event);
    },
    trace: () => writer.trace(),
    get failure() {
      return writer.failure;
    },
    close: () => writer.close(),
  };

  function report(event: TraceEvent): void {
    if (event.type === 'call-end' && listener.awaits(event.step)) {
      if (event.outcome.kind === 'streaming') streams.set(event.step, []);
      else listener.answered(event.step, event.outcome);
    } else if (event.type === 'call-chunk') {
      streams.get(event.step)?.push({ value: event.value, atMs: event.atMs, endOrder: 0 });
    } else if (event.type === 'stream-end') {
      const chunks = streams.get(event.step);
      if (chunks !== undefined) listener.answered(event.step, { kind: 'streamed', chunks, end: event.end });
      streams.delete(event.step);
    }
  }
}
