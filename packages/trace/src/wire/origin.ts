import type { SegmentEvent } from '../shapes/wire-event.ts';
import type { Trace } from '../trace.ts';
import type { ValueTable } from './value-table.ts';

/** What a trace was folded from. The events may go on after `count`. */
export interface Origin {
  readonly events: readonly SegmentEvent[];
  readonly count: number;
  readonly table: ValueTable;
}

const origins = new WeakMap<Trace, Origin>();

export function rememberOrigin(trace: Trace, origin: Origin): void {
  origins.set(trace, origin);
}

/** Where a trace that was recorded or read came from: it can be written again as it was. `null` for one that was made by hand. */
export function originOf(trace: Trace): Origin | null {
  return origins.get(trace) ?? null;
}
