import type { Call, DrawKind, Json } from '@stepfork/trace';
import type { Stage } from './stage.ts';
import type { TimerDue, TimerWatch } from './timer-watch.ts';

/** Who is asked before something is done that is no call of the run, by what stands in the place of the built-in that does it. */
export type Guards = ReadonlyMap<object, unknown>;

/** What one run puts in the place of the clock, chance and timers, for the code that runs in it and for no other. */
export interface Ambient {
  /** `false` once the run is over: what it left behind gets the real ones again. */
  readonly isActive: boolean;
  /** The virtual clock on which its timers run; `null`: real timers run, and are watched. */
  readonly stage: Stage | null;
  /** What is replayed; empty: nothing is. */
  readonly calls: readonly Call[];
  /** Of a replay; `null`: it is none. */
  readonly guards: Guards | null;
  draw(kind: Exclude<DrawKind, 'timer'>, site: string, real: () => Json): Json;
  /** A timer is set; `ms` as it will be taken. */
  timer(site: string, ms: number): TimerWatch;
  /** The agent waits for a turn of the event loop: the run is not over before it came, and a virtual clock stands. Returns the release. */
  hold(): () => void;
  /** Something was used that is not controlled. */
  seen(name: string): void;
  /** A callback on a virtual clock threw: in a process of its own that would have been the end of the agent. */
  crash(error: unknown): void;
}

/** What a replay gives to the run that it records: its clock, and what was recorded. */
export interface AmbientSource {
  readonly stage: Stage;
  /** Those of the recording. */
  readonly calls: readonly Call[];
  readonly guards: Guards | null;
  readonly draw: Ambient['draw'];
  /** The n-th timer of a site, its k-th fire. */
  timerDue(site: string, timer: number, fire: number, ms: number): TimerDue;
  seen(name: string): void;
}
