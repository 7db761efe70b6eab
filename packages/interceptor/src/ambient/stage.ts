import { activeResources, soon } from '../ambient-defaults.ts';
import type { TimerWatch } from './timer-watch.ts';
import { VirtualTimer } from './virtual-timer.ts';

/** Something that is due on the virtual clock. */
interface Due {
  dueMs: number;
  /** In the order of becoming known. */
  sequence: number;
  /** Rank among all that ended in the recording; `null`: it was not recorded. */
  order: number | null;
  readonly fire: () => void;
}

/** So many fires of timers, with nothing else in between, are no way forward. */
const mostTimers = 100_000;

/**
 * The virtual clock of one replayed run. It moves only when the agent waits for nothing else: not while code of its runs, not while real
 * work (files, ciphers, bodies of live tools) is on. Then what is due first comes, one thing at a time; of what was recorded nothing comes
 * before what had ended earlier in the recording, as far as both are waited for.
 *
 * A queue of its own instead of a library of fake timers: those fake a whole process, and know nothing of recorded ends.
 */
export class Stage {
  readonly #idle: () => void;
  readonly #baseline: ReadonlyMap<string, number> = countResources();
  #queue: Due[] = [];
  #nowMs = 0;
  #sequence = 0;
  #held = 0;
  #timersFired = 0;
  #isTurning = false;
  #isOver = false;

  /** @param idle is called when nothing is due, nothing runs and no real work is on: only the world outside could still wake the agent. */
  constructor(idle: () => void) {
    this.#idle = idle;
  }

  /** Milliseconds since the start of the run. */
  get nowMs(): number {
    return this.#nowMs;
  }

  get timersFired(): number {
    return this.#timersFired;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lets time pass while the agent does not wait, as it does in a loop that only looks at the clock. */
  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** Calls `fire` when it is due; the returned function takes that back. */
  due(afterMs: number, order: number | null, fire: () => void): () => void {
    const one: Due = { dueMs: this.#nowMs + Math.max(0, afterMs), sequence: this.#sequence++, order, fire };
    this.#queue.push(one);
    this.wake();
    return () => this.#drop(one);
  }

  /** Resolves when that much time has passed. */
  until(afterMs: number, order: number | null): Promise<void> {
    return new Promise((resolve) => this.due(afterMs, order, resolve));
  }

  /** Sets a timer of the agent. */
  timer(watch: TimerWatch, repeats: boolean, fire: () => void): VirtualTimer {
    return new VirtualTimer({
      repeats,
      fired: () => watch.fired(),
      over: (fired) => watch.over(fired),
      fire,
      set: (come) => {
        const { afterMs, order } = watch.due();
        return this.due(afterMs, order, () => {
          this.#timersFired += 1;
          come();
        });
      },
    });
  }

  /** The clock stands until the returned function is called. */
  hold(): () => void {
    this.#held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held -= 1;
      this.wake();
    };
  }

  /** Something may be due. */
  wake(): void {
    if (this.#isTurning || this.#isOver || this.#held > 0) return;
    this.#isTurning = true;
    soon(() => this.#turn());
  }

  /** Nothing comes any more. */
  end(): void {
    this.#isOver = true;
    this.#queue = [];
  }

  /** The agent may still be woken by something real. */
  get waitsForTheWorld(): boolean {
    return this.#held > 0 || exceeds(countResources(), this.#baseline, () => true);
  }

  #turn(): void {
    this.#isTurning = false;
    if (this.#isOver || this.#held > 0) return;
    if (exceeds(countResources(), this.#baseline, isRequest)) {
      this.wake();
      return;
    }
    const next = this.#timersFired > mostTimers ? null : this.#take();
    if (next === null) {
      this.#idle();
      return;
    }
    try {
      next.fire();
    } finally {
      this.wake();
    }
  }

  #take(): Due | null {
    let best: Due | null = null;
    let bestMs = 0;
    for (const one of this.#queue) {
      const ms = this.#effectiveMs(one);
      if (best === null || ms < bestMs || (ms === bestMs && comesBefore(one, best))) [best, bestMs] = [one, ms];
    }
    if (best === null) return null;
    this.#drop(best);
    this.#nowMs = Math.max(this.#nowMs, bestMs);
    return best;
  }

  /** Not before what had ended earlier and is waited for as well. */
  #effectiveMs({ dueMs, order }: Due): number {
    if (order === null || this.#queue.length === 1) return dueMs;
    let ms = dueMs;
    for (const other of this.#queue) if (other.order !== null && other.order < order && other.dueMs > ms) ms = other.dueMs;
    return ms;
  }

  #drop(one: Due): void {
    const at = this.#queue.indexOf(one);
    if (at >= 0) this.#queue.splice(at, 1);
  }
}

function comesBefore(a: Due, b: Due): boolean {
  if (a.order !== null && b.order !== null && a.order !== b.order) return a.order < b.order;
  return a.sequence < b.sequence;
}

function countResources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of activeResources()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function exceeds(now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>, counts: (name: string) => boolean): boolean {
  for (const [name, count] of now) if (name !== 'Immediate' && counts(name) && count > (before.get(name) ?? 0)) return true;
  return false;
}

/** Files, names of hosts, child processes: work that comes to an end by itself. */
function isRequest(name: string): boolean {
  return /Req|^Process/.test(name);
}
