import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRun } from '@stepfork/interceptor';

/** A patch of something that a replayed agent must not do. It is in place while agents are replayed, and asks the `Refuse` of the one that does it. */
export class RefusingPatch<Refuse> {
  readonly #install: () => () => void;
  readonly #outside = new AsyncLocalStorage<Refuse>();
  #ofProcess: Refuse | null = null;
  #uses = 0;
  #undo = (): void => {};

  /** `install` puts the patch in place, and gives what takes it away. */
  constructor(install: () => () => void) {
    this.#install = install;
  }

  /** Puts it among the guards of a replay, until the returned function is called. All other work in this process is free. */
  ofReplay(guards: Map<object, unknown>, refuse: Refuse): () => void {
    guards.set(this, refuse);
    return this.hold();
  }

  /** Asks this one about what a body does, and all that it starts, where that belongs to no run. */
  outside<T>(refuse: Refuse, body: () => T): T {
    return this.#outside.run(refuse, body);
  }

  /** The same for this process, from now on: also for work of which nobody knows whose it is. */
  ofProcess(refuse: Refuse): void {
    this.#ofProcess = refuse;
    this.hold();
  }

  /** Whom to ask about what is done now; `null`: nobody, it is free. What the body of a call does that runs for real is what that call does. */
  get refuse(): Refuse | null {
    const run = currentRun();
    if (run === null) return this.#outside.getStore() ?? null;
    if (run.inside !== null) return null;
    return (run.guards?.get(this) as Refuse | undefined) ?? this.#ofProcess;
  }

  /** Keeps it in place until the returned function is called. */
  hold(): () => void {
    if (this.#uses === 0) this.#undo = this.#install();
    this.#uses += 1;
    return () => {
      this.#uses -= 1;
      if (this.#uses === 0) this.#undo();
    };
  }
}

/** Where in the code `called` was called, innermost first, without what Node and we do there. */
export function stackAbove(called: (...args: never[]) => unknown): readonly string[] {
  const { stackTraceLimit } = Error;
  const holder: { stack?: string } = {};
  Error.stackTraceLimit = 50;
  Error.captureStackTrace(holder, called);
  Error.stackTraceLimit = stackTraceLimit;
  const frames = (holder.stack ?? '').split('\n').slice(1);
  const own = frames.filter((frame) => !/\(node:|at node:|at new Promise/.test(frame)).map((frame) => frame.trim());
  return own.slice(0, 5);
}
