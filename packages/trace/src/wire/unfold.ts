import type { CallEnd, TraceEvent } from '../event.ts';
import type { Step, Trace } from '../trace.ts';

type TimedEvent = Extract<TraceEvent, { readonly atMs: number }>;

/** What ends in a step, with its place in the order of ends. */
interface Ending {
  readonly order: number;
  readonly event: Extract<TimedEvent, { readonly step: number }>;
}

/** A trace as the events that make it: folding them gives the trace again. Where times are equal, ends come first. */
export function* unfoldTrace(trace: Trace): Generator<TraceEvent> {
  yield { type: 'run-start', run: trace.run };
  const endings = trace.steps.flatMap(endingsOf).sort((a, b) => a.order - b.order);
  let started = 0;
  let drawn = 0;
  const drawsUntil = function* (ended: number): Generator<TraceEvent> {
    for (let draw = trace.draws[drawn]; draw !== undefined && draw.endsBefore <= ended; draw = trace.draws[drawn]) {
      const { kind, site, value, atMs } = draw;
      yield { type: 'draw', kind, site, value, atMs };
      drawn++;
    }
  };
  let ended = 0;
  for (const { event } of endings) {
    yield* drawsUntil(ended);
    for (let step = trace.steps[started]; step !== undefined; step = trace.steps[started]) {
      if (started > event.step && step.startedAtMs >= event.atMs) break;
      yield* startOf(step);
      started++;
    }
    yield event;
    ended++;
  }
  yield* drawsUntil(Number.POSITIVE_INFINITY);
  for (const step of trace.steps.slice(started)) yield* startOf(step);
  if (trace.endedAtMs !== null) yield { type: 'run-end', outcome: trace.outcome, atMs: trace.endedAtMs };
}

function* startOf({ index: step, parent, call, startedAtMs: atMs, answered }: Step): Generator<TraceEvent> {
  yield { type: 'call-start', step, parent, call, atMs };
  if (answered !== undefined) yield { type: 'call-answer', step, answered, atMs };
}

function endingsOf({ index: step, outcome, endedAtMs, endOrder, closing }: Step): readonly Ending[] {
  if (outcome.kind === 'interrupted' || endedAtMs === null || endOrder === null) return [];
  const end = (kind: CallEnd): Ending => ({ order: endOrder, event: { type: 'call-end', step, outcome: kind, atMs: endedAtMs } });
  if (outcome.kind !== 'streamed') return [end(outcome)];
  const chunks = outcome.chunks.map(
    ({ value, atMs, endOrder: order }): Ending => ({ order, event: { type: 'call-chunk', step, value, atMs } }),
  );
  const streamEnd = ({ atMs, endOrder: order }: NonNullable<Step['closing']>): Ending => ({
    order,
    event: { type: 'stream-end', step, end: outcome.end, atMs },
  });
  const { stream } = outcome;
  return [
    end({ kind: 'streaming', ...(stream !== undefined && { stream }) }),
    ...chunks,
    ...(closing === null ? [] : [streamEnd(closing)]),
  ];
}
