import type { Json } from './json/json.ts';
import type { Answered, Call, Draw, Returned, Run, RunOutcome, StreamEnd, StreamKind, Trace } from './trace.ts';

/**
 * What a recorder appends, in the order in which it happens. `step` counts `call-start` events from 0; `atMs` is milliseconds since the
 * start of the run. `call-answer` follows its `call-start`, in a run that is no recording of the world. A call that hands over a stream ends
 * with `streaming`; its chunks and one `stream-end` follow.
 */
export type TraceEvent =
  | { readonly type: 'run-start'; readonly run: Run }
  | { readonly type: 'call-start'; readonly step: number; readonly parent: number | null; readonly call: Call; readonly atMs: number }
  | { readonly type: 'call-answer'; readonly step: number; readonly answered: Answered; readonly atMs: number }
  | { readonly type: 'call-end'; readonly step: number; readonly outcome: CallEnd; readonly atMs: number }
  | { readonly type: 'call-chunk'; readonly step: number; readonly value: Json; readonly atMs: number }
  | { readonly type: 'stream-end'; readonly step: number; readonly end: StreamEnd; readonly atMs: number }
  | { readonly type: 'draw'; readonly kind: Draw['kind']; readonly site: string; readonly value: Json; readonly atMs: number }
  | { readonly type: 'run-end'; readonly outcome: RunOutcome; readonly atMs: number };

export type CallEnd =
  | Returned
  | { readonly kind: 'threw'; readonly error: Json }
  | { readonly kind: 'streaming'; readonly stream?: StreamKind };

/** Takes events and keeps them: in memory, or in memory and in a file. */
export interface TraceWriter {
  /** Takes the next event. Never throws because of the place it writes to: see {@link TraceWriter.failure}. */
  append(event: TraceEvent): void;
  /**
   * What will be appended later, as far as it can be written now: a file holds it behind what was appended, until more is appended.
   * So nothing is lost with a process that is killed while an event still has to wait. Never throws.
   */
  draft?(events: readonly TraceEvent[]): void;
  /** What is appended in `body` goes to its place in one piece, when `body` is over. Without it each event goes by itself. */
  together?(body: () => void): void;
  /** All that was appended so far, as a trace. */
  trace(): Trace;
  /** Why nothing more is written (disk full, …), or `null`. What was appended stays readable in {@link TraceWriter.trace}. */
  readonly failure: Error | null;
  /** Seals the segment after a `run-end` and closes the file. Calling it twice is harmless. */
  close(): Promise<void>;
}
