import type { Call, DrawKind, Json } from '@stepfork/trace';
import type { Ambient, AmbientSource, Guards } from './ambient.ts';
import { Holds } from './holds.ts';
import type { Stage } from './stage.ts';
import type { TimerWatch } from './timer-watch.ts';

interface RunAmbientOptions {
  /** Takes down what was drawn. */
  readonly keep: (kind: DrawKind, site: string, value: Json) => void;
  readonly now: () => number;
  /** Of a replay; `null`: everything is real. */
  readonly source: AmbientSource | null;
  /** Of the run in which this one is nested. */
  readonly outer: Ambient | null;
}

/** A run that reads the clock in a loop shall not fill the disk: what it reads later is replayed by start and duration. */
const mostReadings = 100_000;

const noCalls: readonly Call[] = [];

/** The ambient of one recorded run, be it a real one or a replay. */
export class RunAmbient implements Ambient {
  readonly stage: Stage | null;
  readonly calls: readonly Call[];
  readonly guards: Guards | null;
  readonly #options: RunAmbientOptions;
  readonly #timersOf = new Map<string, number>();
  readonly #holds: Holds = new Holds();
  readonly #open = new Map<{ hasRef(): boolean }, () => void>();
  #waiting: (() => void)[] = [];
  #readings = 0;
  #isActive = true;
  #crash: (error: unknown) => void = () => {};
  /** Gives what brought the agent down, if anything does. */
  readonly crashed: Promise<unknown> = new Promise((resolve) => {
    this.#crash = resolve;
  });

  constructor(options: RunAmbientOptions) {
    this.#options = options;
    this.stage = options.source?.stage ?? options.outer?.stage ?? null;
    this.guards = options.source?.guards ?? options.outer?.guards ?? null;
    // A run within it has a redactor of its own.
    this.calls = options.source?.calls ?? noCalls;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  draw(kind: Exclude<DrawKind, 'timer'>, site: string, real: () => Json): Json {
    const { source, outer } = this.#options;
    const value = source !== null ? source.draw(kind, site, real) : outer !== null ? outer.draw(kind, site, real) : real();
    this.#keep(kind, site, value);
    return value;
  }

  timer(site: string, ms: number): TimerWatch {
    const { now, source, outer } = this.#options;
    const timer = this.#timersOf.get(site) ?? 0;
    this.#timersOf.set(site, timer + 1);
    const outerWatch = source === null ? outer?.timer(site, ms) : undefined;
    let fire = 0;
    let sinceMs = now();
    let handle: { hasRef(): boolean } | null = null;
    const note = (fired: boolean): void => {
      const atMs = now();
      this.#keep('timer', site, { timer, fire, ms, elapsedMs: atMs - sinceMs, fired });
      fire += 1;
      sinceMs = atMs;
    };
    let isDue = true;
    return {
      due: () => outerWatch?.due() ?? source?.timerDue(site, timer, fire, ms) ?? { afterMs: ms, order: null },
      started: (started) => {
        handle = started;
        this.#open.set(started, () => note(false));
        outerWatch?.started(started);
      },
      fired: () => {
        outerWatch?.fired();
        note(true);
      },
      refreshed: () => {
        outerWatch?.refreshed();
        sinceMs = now();
        isDue = true;
        if (handle !== null) this.#open.set(handle, () => note(false));
      },
      over: (fired) => {
        outerWatch?.over(fired);
        if (!fired && isDue) note(false);
        isDue = false;
        if (handle !== null) this.#open.delete(handle);
        this.#wake();
      },
    };
  }

  hold(): () => void {
    const { source, outer } = this.#options;
    const release = source === null ? outer?.hold() : source.stage.hold();
    return this.#holds.take(() => {
      release?.();
      this.#wake();
    });
  }

  seen(name: string): void {
    this.#options.source?.seen(name);
    this.#options.outer?.seen(name);
  }

  crash(error: unknown): void {
    // Nobody is there any more who would hear of it.
    if (!this.#isActive) throw error;
    this.#crash(error);
  }

  /** The agent has come to its end: what Node would not stay alive for does not come any more, unless something else is still open. */
  settled(): void {
    if (this.#options.source !== null) this.stage?.settled();
  }

  /** A timer or an immediate is still to fire that Node would stay alive for. */
  get isOpen(): boolean {
    if (this.#holds.any) return true;
    for (const timer of this.#open.keys()) if (timer.hasRef()) return true;
    return false;
  }

  /** Resolves as soon as no timer and no immediate is open. */
  idle(): Promise<void> {
    return this.isOpen ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  /** What is still to fire did not fire in this run. */
  end(): void {
    for (const note of this.#open.values()) note();
    this.#open.clear();
    this.#isActive = false;
  }

  #wake(): void {
    if (this.isOpen) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #keep(kind: DrawKind, site: string, value: Json): void {
    if (!this.#isActive) return;
    if (kind === 'clock' || kind === 'performance' || kind === 'random') {
      this.#readings += 1;
      if (this.#readings > mostReadings) return;
    }
    this.#options.keep(kind, site, value);
  }
}
