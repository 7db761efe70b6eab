import {
  createTraceWriter,
  encodeValue,
  type Run,
  type RunOutcome,
  type StreamEnd,
  type Trace,
  type TraceEvent,
  type TraceFile,
} from '@stepfork/trace';
import type { StepEnd, StepPart, TracePart } from './part.ts';

/**
 * A trace of these parts, made by feeding events to the real writer: `trace(step('lookup', { id: 1 }, { tier: 'gold' }))`.
 *
 * Each event happens one millisecond after the one before it.
 */
export function trace(...parts: readonly TracePart[]): Trace {
  const writer = createTraceWriter();
  for (const event of eventsOf(parts)) writer.append(event);
  return writer.trace();
}

/** A sealed trace file of a trunk and its forks. */
export function traceFile(trunk: Trace, ...forks: readonly Trace[]): TraceFile {
  return { trunk, forks, sealed: true, damage: null };
}

/** The events of a run of these parts. */
export function* eventsOf(parts: readonly TracePart[]): Generator<TraceEvent> {
  yield { type: 'run-start', run: runOf(parts) };
  let atMs = 0;
  let started = 0;
  const start = ({ name, input, traits }: StepPart): TraceEvent => ({
    type: 'call-start',
    step: started++,
    parent: traits.parent ?? null,
    call: { kind: traits.kind ?? 'tool', name, input: encodeValue(input), effect: traits.effect ?? false },
    atMs: ++atMs,
  });
  for (const part of parts) {
    switch (part.part) {
      case 'step':
        yield start(part);
        for (const event of endEvents(started - 1, part.end)) yield { ...event, atMs: ++atMs };
        break;
      case 'parallel': {
        const first = started;
        for (const one of part.steps) yield start(one);
        for (const index of part.ends) {
          const one = part.steps[index];
          if (one === undefined) throw new RangeError(`there is no parallel step ${index} that could end`);
          for (const event of endEvents(first + index, one.end)) yield { ...event, atMs: ++atMs };
        }
        break;
      }
      case 'input':
      case 'outcome':
      case 'head':
        break;
    }
  }
  const outcome = outcomeOf(parts);
  if (outcome.kind !== 'interrupted') yield { type: 'run-end', outcome, atMs: ++atMs };
}

function runOf(parts: readonly TracePart[]): Run {
  const input = parts.find((part) => part.part === 'input')?.value ?? null;
  return {
    id: 'run-1',
    agent: 'src/agent.ts#runAgent',
    input: encodeValue(input),
    startedAt: '2026-03-01T09:00:00.000Z',
    git: null,
    versions: { node: '20.19.0' },
    policies: {},
    redaction: null,
    ...parts.find((part) => part.part === 'head')?.run,
  };
}

function outcomeOf(parts: readonly TracePart[]): RunOutcome {
  const { kind, value } = parts.find((part) => part.part === 'outcome') ?? { kind: 'returned', value: null };
  switch (kind) {
    case 'returned':
      return { kind, value: encodeValue(value) };
    case 'threw':
      return { kind, error: encodeValue(value) };
    case 'interrupted':
      return { kind };
  }
}

type TimedEvent = Exclude<TraceEvent, { readonly type: 'run-start' }>;

/** Their time is set by whoever puts them in their place. */
function* endEvents(step: number, end: StepEnd): Generator<TimedEvent> {
  const atMs = 0;
  switch (end.kind) {
    case 'returned':
      yield { type: 'call-end', step, outcome: { kind: 'returned', value: encodeValue(end.value) }, atMs };
      return;
    case 'threw':
      yield { type: 'call-end', step, outcome: { kind: 'threw', error: encodeValue(end.error) }, atMs };
      return;
    case 'streamed':
      yield { type: 'call-end', step, outcome: { kind: 'streaming' }, atMs };
      for (const chunk of end.chunks) yield { type: 'call-chunk', step, value: encodeValue(chunk), atMs };
      yield { type: 'stream-end', step, end: streamEndOf(end.end, end.error), atMs };
      return;
    case 'interrupted':
      return;
  }
}

function streamEndOf(kind: StreamEnd['kind'], error: unknown): StreamEnd {
  return kind === 'threw' ? { kind, error: encodeValue(error) } : { kind };
}
