import type { Redactor, Run, TraceWriter } from '@stepfork/trace';
import type { AmbientSource } from '../ambient/ambient.ts';
import type { Interceptor } from '../interceptor.ts';
import type { KnownValues } from './known-values.ts';

export interface RecordOptions {
  /** Where the agent is found: `src/agent.ts#runAgent`. */
  readonly agent?: string;
  /** Replaces secrets before anything is kept. Default: one with a key of its own, which nobody keeps. */
  readonly redactor?: Redactor;
  /** `false`: record secrets as they are. */
  readonly redaction?: boolean;
  /** Where the events go; it is closed at the end. Default: memory. */
  readonly writer?: TraceWriter;
  /** Decides about the calls, inside the recorder: its answers are recorded like those of the real tools. */
  readonly intercept?: Interceptor;
  /** How long to wait, after the agent has settled, for its open calls and streams. Default: 1000. */
  readonly drainMs?: number;
  /** Gives the run up: it is recorded as interrupted, and what the agent does from then on is not recorded. */
  readonly signal?: AbortSignal;
  /** Fields of the head that the caller knows better. */
  readonly run?: Partial<Run>;
  /**
   * The agent shall take this for the time at which it was started: what it reads of the calendar is shifted by as much. Timers, durations and the
   * bodies of its tools and models stay real. Default: now.
   */
  readonly startedAt?: Date;
  /** Milliseconds on any scale. Default: `performance.now`. */
  readonly now?: () => number;
  /** Clock, chance and timers of a replay. Default: the real ones, which are recorded. */
  readonly ambient?: AmbientSource;
  /** Of a replay. Default: every value is taken down. */
  readonly known?: KnownValues;
}
