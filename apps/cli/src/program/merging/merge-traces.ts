import { siteIn } from '@stepfork/replay';
import type { Draw, Outcome, Step, Trace } from '@stepfork/trace';

/** What another process of a program has done. */
export interface OtherProcess {
  readonly trace: Trace;
  /** Which one it is, as its places in the code are called. */
  readonly name: string;
  /** When it started, in the time of the program. */
  readonly afterMs: number;
  /** The call in whose body it was started: process (0: the program, then the others in their order) and step; `null`: in none. */
  readonly inside: { readonly source: number; readonly step: number } | null;
}

export interface MergedTrace {
  readonly trace: Trace;
  /** The place of a step of a process; `undefined`: it has no such step. */
  placeOf(source: number, step: number): number | undefined;
}

/**
 * The run of a program with the calls of its other processes in their places: they are calls of the same run.
 *
 * @param rankOf where the start of a step stands among all; left out: their times say it.
 */
export function mergeTraces(
  program: Trace,
  others: readonly OtherProcess[],
  rankOf: (source: number, step: number) => number = () => 0,
): MergedTrace {
  const all = [{ trace: program, afterMs: 0 }, ...others].flatMap(({ trace, afterMs }, source) =>
    trace.steps.map((step): Sourced => ({ source, step: later(step, afterMs), rank: rankOf(source, step.index) })),
  );
  all.sort((a, b) => a.rank - b.rank || a.step.startedAtMs - b.step.startedAtMs || a.source - b.source || a.step.index - b.step.index);
  const ordered = inTime(all);
  const places = new Map(ordered.map(({ source, step }, at) => [`${source} ${step.index}`, at]));
  const placeOf = (source: number, step: number): number | undefined => places.get(`${source} ${step}`);
  const ends = endOrders(ordered);
  const steps = ordered.map(({ source, step }, index): Step => {
    const outer = step.parent === null ? (others[source - 1]?.inside ?? null) : { source, step: step.parent };
    return {
      ...step,
      index,
      parent: outer === null ? null : (placeOf(outer.source, outer.step) ?? null),
      outcome: withOrders(step.outcome, source, ends.placeOf),
      endOrder: ends.placeOf(source, step.endOrder),
      closing: step.closing && { atMs: step.closing.atMs, endOrder: ends.placeOf(source, step.closing.endOrder) ?? 0 },
    };
  });
  return { trace: { ...program, steps, draws: drawsOf(program, others, ends) }, placeOf };
}

/** Those of other processes stand under their names. What is found in the environment is the same for all. */
function drawsOf(program: Trace, others: readonly OtherProcess[], ends: Ends): readonly Draw[] {
  const own = program.draws.map((draw) => ({ ...draw, endsBefore: ends.before(0, draw.endsBefore) }));
  const found = ({ site, value }: Draw): string => JSON.stringify([site, value]);
  const known = new Set(own.filter(({ kind }) => kind === 'environment').map(found));
  const foreign = others.flatMap(({ trace, name, afterMs }, at) =>
    trace.draws.map((draw) => ({
      ...draw,
      site: draw.kind === 'environment' ? draw.site : siteIn(name, draw.site),
      atMs: draw.atMs + afterMs,
      endsBefore: ends.before(at + 1, draw.endsBefore),
    })),
  );
  const added = foreign.filter((draw) => {
    if (draw.kind !== 'environment') return true;
    const isNew = !known.has(found(draw));
    known.add(found(draw));
    return isNew;
  });
  if (added.length === 0) return own;
  return [...own, ...added].sort((a, b) => a.endsBefore - b.endsBefore || a.atMs - b.atMs);
}

/** Where the order is known otherwise, what started later did not do so at an earlier time. */
function inTime(ordered: readonly Sourced[]): readonly Sourced[] {
  let lastMs = 0;
  return ordered.map((one) => {
    const step = later(one.step, Math.max(0, lastMs - one.step.startedAtMs));
    lastMs = step.startedAtMs;
    return { ...one, step };
  });
}

interface Sourced {
  readonly source: number;
  readonly step: Step;
  readonly rank: number;
}

interface Ends {
  /** The place among all ends of one that had that place in its own process. */
  placeOf(source: number, order: number | null): number | null;
  /** How many ends of all processes came before the n-th one of a process. */
  before(source: number, ends: number): number;
}

function endOrders(all: readonly Sourced[]): Ends {
  const ended = all.flatMap(({ source, step }) => endsOf(step).map(({ atMs, order }) => ({ source, atMs, order })));
  ended.sort((a, b) => a.atMs - b.atMs || a.source - b.source || a.order - b.order);
  const places = new Map(ended.map(({ source, order }, at) => [`${source} ${order}`, at]));
  return {
    placeOf: (source, order) => (order === null ? null : (places.get(`${source} ${order}`) ?? order)),
    before: (source, ends) => (ends === 0 ? 0 : (places.get(`${source} ${ends - 1}`) ?? ends - 1) + 1),
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
