import type { CallEnd } from '../event.ts';
import type { SegmentEvent, Wire } from '../shapes/wire-event.ts';
import type { Answered, RunOutcome, StreamEnd } from '../trace.ts';

/** The same event with another value in the place of the one that it carries, if it carries one. It has no members but those of the format. */
export function mapValue(event: SegmentEvent, change: (value: Wire) => Wire): SegmentEvent {
  switch (event.type) {
    case 'run-start':
      return event;
    case 'run-input':
      return { type: 'run-input', value: change(event.value) };
    case 'call-start': {
      const { kind, name, input, effect } = event.call;
      const call = { kind, name, input: change(input), effect };
      return { type: 'call-start', step: event.step, parent: event.parent, call, atMs: event.atMs };
    }
    case 'call-answer':
      return { type: 'call-answer', step: event.step, answered: mapLent(event.answered, change), atMs: event.atMs };
    case 'call-end':
      return { type: 'call-end', step: event.step, outcome: mapEnd(event.outcome, change), atMs: event.atMs };
    case 'call-chunk':
      return { type: 'call-chunk', step: event.step, value: change(event.value), atMs: event.atMs };
    case 'stream-end':
      return { type: 'stream-end', step: event.step, end: mapEnd(event.end, change), atMs: event.atMs };
    case 'draw':
      return { type: 'draw', kind: event.kind, site: event.site, value: change(event.value), atMs: event.atMs };
    case 'run-end':
      return { type: 'run-end', outcome: mapEnd(event.outcome, change), atMs: event.atMs };
  }
}

/** The value that an event carries. */
export function valueIn(event: SegmentEvent): Wire | undefined {
  switch (event.type) {
    case 'run-start':
      return undefined;
    case 'run-input':
    case 'call-chunk':
    case 'draw':
      return event.value;
    case 'call-start':
      return event.call.input;
    case 'call-answer':
      return 'lent' in event.answered ? event.answered.lent : undefined;
    case 'call-end':
    case 'run-end':
      return valueOfEnd(event.outcome);
    case 'stream-end':
      return valueOfEnd(event.end);
  }
}

type End = CallEnd | StreamEnd | RunOutcome;

function valueOfEnd(end: End): Wire | undefined {
  if (end.kind === 'returned' || end.kind === 'done') return end.value;
  return end.kind === 'threw' ? end.error : undefined;
}

function mapLent(answered: Answered, change: (value: Wire) => Wire): Answered {
  return 'lent' in answered ? { how: answered.how, lent: change(answered.lent) } : { how: answered.how };
}

function mapEnd<T extends End>(end: T, change: (value: Wire) => Wire): T;
function mapEnd(end: End, change: (value: Wire) => Wire): End {
  switch (end.kind) {
    case 'returned':
      return { kind: end.kind, value: change(end.value), ...('frozen' in end && end.frozen && { frozen: end.frozen }) };
    case 'threw':
      return { kind: 'threw', error: change(end.error) };
    case 'streaming':
      return { kind: end.kind, ...(end.stream !== undefined && { stream: end.stream }) };
    case 'done':
      return end.value === undefined ? { kind: end.kind } : { kind: end.kind, value: change(end.value) };
    case 'cancelled':
    case 'interrupted':
      return { kind: end.kind };
  }
}
