import type { TraceEvent } from '../src/event.ts';
import type { Trace } from '../src/trace.ts';
import { LogicalEvents } from '../src/wire/logical-event.ts';
import { originOf } from '../src/wire/origin.ts';

/** The events that a trace was read or recorded from, in their order. */
export function eventsOf(trace: Trace): readonly TraceEvent[] {
  const origin = originOf(trace);
  if (origin === null) throw new Error('made by hand');
  const logical = new LogicalEvents();
  return origin.events.flatMap((event) => logical.next(event, origin.table) ?? []);
}
