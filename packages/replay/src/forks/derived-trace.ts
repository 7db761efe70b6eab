import {
  type Answered,
  createTraceWriter,
  type Draw,
  type Json,
  type Run,
  type Step,
  type Trace,
  type TraceEvent,
  unfoldTrace,
} from '@stepfork/trace';
import { lentInputOf } from '../borrowed/credited.ts';
import { innerSteps } from '../ledger/inner-steps.ts';
import type { ReceiptEntry } from '../receipt.ts';
import type { Replay } from '../replay-result.ts';

/**
 * A replayed run as a recording of its own: each call says who answered it. What was recorded inside the body of an answered call stays inside
 * it, though the body did not run: otherwise the fork would say that such calls were not made.
 */
export function derivedTrace(replay: Replay, head: Partial<Run>): Trace {
  return recordedAgain(replay, head, answeredOf);
}

/**
 * A replayed run as a recording of its own that stands for the world: a model's answer that came by position is the answer to this very prompt
 * now. What the recording itself had from elsewhere, and what the user declared, stays so.
 */
export function worldlyTrace(replay: Replay, head: Partial<Run>): Trace {
  const { trace, recording, receipt } = replay;
  // Where bodies made no calls it is what the replay recorded, value for value.
  if (recording.steps.some(({ parent }) => parent !== null)) return recordedAgain(replay, head, creditOfWorld);
  const steps = trace.steps.map((step): Step => {
    const entry = receipt.entries[step.index];
    const answered = entry === undefined ? null : creditOfWorld(entry, recording);
    return answered === null ? step : { ...step, answered };
  });
  return { ...trace, run: { ...trace.run, ...head }, draws: [...foundAround(trace, recording), ...trace.draws], steps };
}

function creditOfWorld(entry: ReceiptEntry, { steps }: Trace): Answered | null {
  if (entry.how === 'declared') return { how: 'declared' };
  return ('from' in entry && entry.from !== null ? steps[entry.from]?.answered : undefined) ?? null;
}

/** @param creditOf who gave an answer, as it is written; `null`: the world */
function recordedAgain(
  { trace, recording, receipt }: Replay,
  head: Partial<Run>,
  creditOf: (entry: ReceiptEntry, recording: Trace) => Answered | null,
): Trace {
  const inside = innerSteps(recording.steps);
  const writer = createTraceWriter();
  /** Where a step of the replayed run stands in the new one. */
  const moved: number[] = [];
  let steps = 0;
  for (const event of unfoldTrace(trace)) {
    switch (event.type) {
      case 'run-start':
        writer.append({ ...event, run: { ...event.run, ...head, versions: { ...event.run.versions, ...head.versions } } });
        for (const { kind, site, value } of foundAround(trace, recording)) writer.append({ type: 'draw', kind, site, value, atMs: 0 });
        break;
      case 'call-start': {
        const step = steps++;
        moved[event.step] = step;
        writer.append({ ...event, step, parent: event.parent === null ? null : (moved[event.parent] ?? null) });
        const entry = receipt.entries[event.step];
        const answered = entry === undefined ? null : creditOf(entry, recording);
        if (answered !== null) writer.append({ type: 'call-answer', step, answered, atMs: event.atMs });
        for (const carried of entry === undefined ? [] : carriedInto(step, hiddenBy(entry, event.call, recording, inside), event.atMs)) {
          writer.append(carried);
          if (carried.type === 'call-start') steps += 1;
        }
        break;
      }
      case 'call-answer':
        break;
      case 'call-end':
      case 'call-chunk':
      case 'stream-end':
        writer.append({ ...event, step: moved[event.step] ?? event.step });
        break;
      case 'draw':
      case 'run-end':
        writer.append(event);
        break;
    }
  }
  return writer.trace();
}

/** What the recorded run found around it: credentials, which a replayed one is given, or reads the real ones, and nobody looks; and SDKs that it loaded. */
function foundAround(trace: Trace, recording: Trace): readonly Draw[] {
  const isEnvironment = ({ kind }: Draw): boolean => kind === 'environment';
  const known = new Set(trace.draws.filter(isEnvironment).map(({ site }) => site));
  return recording.draws.filter((draw) => isEnvironment(draw) && !known.has(draw.site));
}

/** `null`: nobody answered. */
function answeredOf(entry: ReceiptEntry, recording: Trace): Answered | null {
  switch (entry.how) {
    case 'exact':
    case 'reused':
    case 'declared':
    case 'live':
      return { how: entry.how };
    case 'borrowed': {
      // What was borrowed inside it is carried over with it, and says so.
      if (entry.by === 'inside') return { how: 'exact' };
      const lent: Json | undefined = lentInputOf(entry.from === null ? null : (recording.steps[entry.from] ?? null));
      return (entry.by === 'again' || entry.by === 'next-unused') && lent !== undefined
        ? { how: entry.by, lent }
        : { how: entry.by === 'example' ? 'example' : 'null' };
    }
    case 'refused':
      return null;
  }
}

/** The recorded step whose inner calls belong to this one, with them. Where nobody lent the answer, any of the same name tells what its body does. */
function hiddenBy(
  entry: ReceiptEntry,
  { kind, name }: Step['call'],
  { steps }: Trace,
  inside: ReadonlyMap<number, readonly Step[]>,
): readonly Step[] {
  if (entry.how === 'live' || entry.how === 'refused') return [];
  const lender = entry.from ?? steps.find(({ index, call }) => call.kind === kind && call.name === name && inside.has(index))?.index;
  return lender === undefined ? [] : (inside.get(lender) ?? []);
}

function* carriedInto(outer: number, steps: readonly Step[], atMs: number): Generator<TraceEvent> {
  const places = new Map(steps.map(({ index }, at) => [index, outer + 1 + at]));
  for (const { index, parent, call, outcome, answered } of steps) {
    const step = places.get(index) ?? outer;
    yield { type: 'call-start', step, parent: (parent === null ? undefined : places.get(parent)) ?? outer, call, atMs };
    yield { type: 'call-answer', step, answered: answered ?? { how: 'exact' }, atMs };
    if (outcome.kind === 'returned' || outcome.kind === 'threw') yield { type: 'call-end', step, outcome, atMs };
  }
}
