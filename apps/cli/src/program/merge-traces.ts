import type { Outcome, Step, Trace } from '@stepfork/trace';

/**
 * The run of a program with the calls of its other processes in their places by time: they are calls of the same run, made by nobody's body. Their clock and
 * chance are left out, since only the program itself is replayed under those of the recording.
 */
export function mergeTraces(program: Trace, others: readonly Trace[]): Trace {
  if (others.every(({ steps }) => steps.length === 0)) return program;
  const startMs = Date.parse(program.run.startedAt);
  const all = [program, ...others].flatMap((trace, source) =>
    trace.steps.map((step) => ({ source, step: later(step, source === 0 ? 0 : Date.parse(trace.run.startedAt) - startMs) })),
  );
  const ordered = all.sort((a, b) => a.step.startedAtMs - b.step.startedAtMs || a.source - b.source || a.step.index - b.step.index);
  const places = new Map(ordered.map(({ source, step }, at) => [`${source} ${step.index}`, at]));
  const ends = endOrders(ordered);
  const steps = ordered.map(
    ({ source, step }, index): Step => ({
      ...step,
      index,
      parent: step.parent === null ? null : (places.get(`${source} ${step.parent}`) ?? null),
      outcome: withOrders(step.outcome, source, ends.placeOf),
      endOrder: ends.placeOf(source, step.endOrder),
      closing: step.closing && { atMs: step.closing.atMs, endOrder: ends.placeOf(source, step.closing.endOrder) ?? 0 },
    }),
  );
  const draws = program.draws.map((draw) => ({ ...draw, endsBefore: ends.before(draw.endsBefore) }));
  return { ...program, steps, draws };
}

interface Sourced {
  readonly source: number;
  readonly step: Step;
}

interface Ends {
  /** The place among all ends of one that had that place in its own process. */
  placeOf(source: number, order: number | null): number | null;
  /** How many ends of all processes came before the n-th one of the program. */
  before(ends: number): number;
}

function endOrders(all: readonly Sourced[]): Ends {
  const ended = all.flatMap(({ source, step }) => endsOf(step).map(({ atMs, order }) => ({ source, atMs, order })));
  ended.sort((a, b) => a.atMs - b.atMs || a.source - b.source || a.order - b.order);
  const places = new Map(ended.map(({ source, order }, at) => [`${source} ${order}`, at]));
  return {
    placeOf: (source, order) => (order === null ? null : (places.get(`${source} ${order}`) ?? order)),
    before: (ends) => (ends === 0 ? 0 : (places.get(`0 ${ends - 1}`) ?? ends - 1) + 1),
  };
}

function endsOf({ outcome, endedAtMs, endOrder, closing }: Step): readonly { readonly atMs: number; readonly order: number }[] {
  const chunks = outcome.kind === 'streamed' ? outcome.chunks.map(({ atMs, endOrder: order }) => ({ atMs, order })) : [];
  return [
    ...(endOrder === null || endedAtMs === null ? [] : [{ atMs: endedAtMs, order: endOrder }]),
    ...chunks,
    ...(closing === null ? [] : [{ atMs: closing.atMs, order: closing.endOrder }]),
  ];
}

function withOrders(outcome: Outcome, source: number, placeOf: Ends['placeOf']): Outcome {
  if (outcome.kind !== 'streamed') return outcome;
  return { ...outcome, chunks: outcome.chunks.map((chunk) => ({ ...chunk, endOrder: placeOf(source, chunk.endOrder) ?? 0 })) };
}

function later(step: Step, ms: number): Step {
  if (ms === 0) return step;
  const { outcome, closing } = step;
  return {
    ...step,
    startedAtMs: Math.max(0, step.startedAtMs + ms),
    endedAtMs: step.endedAtMs === null ? null : step.endedAtMs + ms,
    closing: closing && { ...closing, atMs: closing.atMs + ms },
    outcome:
      outcome.kind === 'streamed' ? { ...outcome, chunks: outcome.chunks.map((chunk) => ({ ...chunk, atMs: chunk.atMs + ms })) } : outcome,
  };
}
