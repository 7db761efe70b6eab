import type { Json } from '../json/json.ts';
import type { RunHead, SegmentEvent, Wire } from '../shapes/wire-event.ts';
import type { Answered, Call, Chunk, Draw, Outcome, Run, RunOutcome, Step, StreamEnd, Trace } from '../trace.ts';
import { rememberOrigin } from './origin.ts';
import type { ValueTable } from './value-table.ts';

interface OpenStep {
  readonly start: Extract<SegmentEvent, { readonly type: 'call-start' }>;
  end: { readonly event: Extract<SegmentEvent, { readonly type: 'call-end' }>; readonly order: number } | null;
  readonly chunks: Chunk[];
  streamEnd: StreamEnd | null;
  closing: Step['closing'];
  answered: Answered | null;
}

/**
 * The events of one segment as a trace. What is still open is `interrupted`: a call, a stream, the run.
 *
 * Steps and values are built when they are first read, so folding costs nothing for what nobody looks at. Trusts the order of events; those
 * that are added to the list later do not belong to the trace.
 */
export function foldEvents(events: readonly SegmentEvent[], table: ValueTable): Trace {
  const count = events.length;
  const [start, input] = events;
  if (start?.type !== 'run-start' || input?.type !== 'run-input') throw new RangeError('no run was started');
  const last = events[count - 1];
  const end = last?.type === 'run-end' ? last : null;
  let steps: readonly Step[] | null = null;
  let draws: readonly Draw[] | null = null;
  const trace: Trace = {
    run: runOf(start.run, input.value, table),
    get steps() {
      steps ??= foldSteps(events, count, table);
      return steps;
    },
    get draws() {
      draws ??= foldDraws(events, count, table);
      return draws;
    },
    outcome: end === null ? { kind: 'interrupted' } : runOutcomeOf(end.outcome, table),
    endedAtMs: end === null ? null : end.atMs,
  };
  rememberOrigin(trace, { events, count, table });
  return trace;
}

function foldSteps(events: readonly SegmentEvent[], count: number, table: ValueTable): readonly Step[] {
  const steps: OpenStep[] = [];
  let ends = 0;
  for (let i = 0; i < count; i++) {
    const event = events[i] as SegmentEvent;
    switch (event.type) {
      case 'call-start':
        steps.push({ start: event, end: null, chunks: [], streamEnd: null, closing: null, answered: null });
        break;
      case 'call-answer':
        (steps[event.step] as OpenStep).answered = answeredOf(event.answered, table);
        break;
      case 'call-end':
        (steps[event.step] as OpenStep).end = { event, order: ends++ };
        break;
      case 'call-chunk':
        (steps[event.step] as OpenStep).chunks.push(lazily({ atMs: event.atMs, endOrder: ends++ }, 'value', event.value, table));
        break;
      case 'stream-end': {
        const step = steps[event.step] as OpenStep;
        step.streamEnd = streamEndOf(event.end, table);
        // One that the run has cut off did not end.
        step.closing = event.end.kind === 'interrupted' ? null : { atMs: event.atMs, endOrder: ends++ };
        break;
      }
      case 'run-start':
      case 'run-input':
      case 'draw':
      case 'run-end':
        break;
    }
  }
  return steps.map((step) => stepOf(step, table));
}

function foldDraws(events: readonly SegmentEvent[], count: number, table: ValueTable): readonly Draw[] {
  const draws: Draw[] = [];
  let endsBefore = 0;
  for (let i = 0; i < count; i++) {
    const event = events[i] as SegmentEvent;
    if (event.type === 'call-end' || event.type === 'call-chunk') endsBefore += 1;
    if (event.type === 'stream-end' && event.end.kind !== 'interrupted') endsBefore += 1;
    if (event.type !== 'draw') continue;
    const { kind, site, value, atMs } = event;
    draws.push(lazily({ kind, site, atMs, endsBefore }, 'value', value, table));
  }
  return draws;
}

function runOf(head: RunHead, input: Wire, table: ValueTable): Run {
  const { id, agent, startedAt, git, versions, policies, redaction, derived } = head;
  const run = { id, agent, startedAt, git, versions, policies, redaction, ...(derived !== undefined && { derived }) };
  return lazily(run, 'input', input, table);
}

function stepOf(open: OpenStep, table: ValueTable): Step {
  const { step: index, parent, call, atMs: startedAtMs } = open.start;
  const { kind, name, effect } = call;
  return {
    index,
    parent,
    call: lazily({ kind, name, effect }, 'input', call.input, table) satisfies Call,
    outcome: outcomeOf(open, table),
    startedAtMs,
    endedAtMs: open.end?.event.atMs ?? null,
    endOrder: open.end?.order ?? null,
    closing: open.closing,
    ...(open.answered !== null && { answered: open.answered }),
  };
}

function outcomeOf(open: OpenStep, table: ValueTable): Outcome {
  if (open.end === null) return { kind: 'interrupted' };
  const { outcome } = open.end.event;
  switch (outcome.kind) {
    case 'returned':
      return lazily({ kind: 'returned' as const, ...(outcome.frozen && { frozen: outcome.frozen }) }, 'value', outcome.value, table);
    case 'threw':
      return lazily({ kind: 'threw' as const }, 'error', outcome.error, table);
    case 'streaming':
      return {
        kind: 'streamed',
        ...(outcome.stream !== undefined && { stream: outcome.stream }),
        chunks: open.chunks,
        end: open.streamEnd ?? { kind: 'interrupted' },
      };
  }
}

function answeredOf(answered: Answered, table: ValueTable): Answered {
  return 'lent' in answered ? lazily({ how: answered.how }, 'lent', answered.lent, table) : answered;
}

function runOutcomeOf(outcome: RunOutcome, table: ValueTable): RunOutcome {
  switch (outcome.kind) {
    case 'returned':
      return lazily({ kind: 'returned' as const }, 'value', outcome.value, table);
    case 'threw':
      return lazily({ kind: 'threw' as const }, 'error', outcome.error, table);
    case 'interrupted':
      return { kind: 'interrupted' };
  }
}

function streamEndOf(end: StreamEnd, table: ValueTable): StreamEnd {
  if (end.kind === 'done' && end.value !== undefined) return lazily({ kind: 'done' as const }, 'value', end.value, table);
  return end.kind === 'threw' ? lazily({ kind: 'threw' as const }, 'error', end.error, table) : end;
}

/** Adds a member that is built when it is first read. It is the object's own and enumerable, so that a copy by spreading has it too. */
function lazily<T extends object, K extends string>(target: T, key: K, wire: Wire, table: ValueTable): T & { readonly [key in K]: Json } {
  if (typeof wire !== 'object' || wire === null) return Object.assign(target, { [key]: wire }) as T & { readonly [key in K]: Json };
  let value: Json | undefined;
  return Object.defineProperty(target, key, {
    enumerable: true,
    configurable: true,
    get: () => {
      value ??= table.resolve(wire);
      return value;
    },
  }) as T & { readonly [key in K]: Json };
}
