import type { CallEnd } from '../event.ts';
import type { Json } from '../json/json.ts';
import type { Answered, Call, Draw, Run, RunOutcome, StreamEnd } from '../trace.ts';

/**
 * A value on the wire: as {@link Json}, but any part of it may be a reference to an earlier value of the segment (or of the trunk, in a fork).
 *
 * `{ "$": "ref", "of": 7 }` is value 7. With `first` it is only the first so many items of that list (or UTF-16 units of that string), with
 * `rest` more follow: so a history that is sent again with two new messages is one reference and two messages.
 */
export type Wire = Json;

export interface Ref {
  readonly $: 'ref';
  readonly of: number;
  readonly first?: number;
  readonly rest?: string | readonly Wire[];
}

/** A run without its input, which follows in a `run-input`: the first line tells what a file is, before any value. */
export type RunHead = Omit<Run, 'input'>;

/**
 * One frame or line of a file. A segment is `run-start`, `run-input`, calls, `run-end`, `seal`; each value stands as a `value` event before
 * the event that needs it. `n` counts the values of a segment; a fork goes on from the trunk's number.
 */
export type WireEvent =
  | { readonly type: 'run-start'; readonly version: number; readonly run: RunHead }
  | { readonly type: 'value'; readonly n: number; readonly value: Wire }
  | { readonly type: 'run-input'; readonly value: Wire }
  | { readonly type: 'call-start'; readonly step: number; readonly parent: number | null; readonly call: Call; readonly atMs: number }
  | { readonly type: 'call-answer'; readonly step: number; readonly answered: Answered; readonly atMs: number }
  | { readonly type: 'call-end'; readonly step: number; readonly outcome: CallEnd; readonly atMs: number }
  | { readonly type: 'call-chunk'; readonly step: number; readonly value: Wire; readonly atMs: number }
  | { readonly type: 'stream-end'; readonly step: number; readonly end: StreamEnd; readonly atMs: number }
  | { readonly type: 'draw'; readonly kind: Draw['kind']; readonly site: string; readonly value: Json; readonly atMs: number }
  | { readonly type: 'run-end'; readonly outcome: RunOutcome; readonly atMs: number }
  | { readonly type: 'seal'; readonly sha256: string };

/** What a segment keeps in memory: everything but the values, which are in its table, and the seal. */
export type SegmentEvent = Exclude<WireEvent, { readonly type: 'value' | 'seal' }>;

export function isRef(value: Wire): value is Json & Ref {
  return typeof value === 'object' && value !== null && (value as { readonly $?: Json }).$ === 'ref';
}
