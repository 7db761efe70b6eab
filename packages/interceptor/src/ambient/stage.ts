import { later, soon } from '../ambient-defaults.ts';
import { type ActiveWork, activeWork, hasMoreWork, isProcess, isRequest } from './active-work.ts';
import { Holds } from './holds.ts';
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
  readonly traits: DueTraits;
  /** So long it is still waited for what we do not see, before it comes although it is not expected; `null`: it was not its turn yet. */
  patienceMs: number | null;
}

interface DueTraits {
  /** Node would stay alive for it. */
  readonly hasRef?: () => boolean;
  /** A timer that had not fired when this was recorded. */
  readonly isUnexpected?: boolean;
}

const noTraits: DueTraits = {};

/**
 * An agent that waits for nothing that we know of but a timer that had not fired then waits for something that we do not see: a module that
 * is loaded, a message of a worker. That gets so much real time before the timer comes, and so much in a whole run: counted in looks that we had, not
 * by a clock, which goes on while a busy machine lets nobody work.
 */
const patience = { onceMs: 250, inAllMs: 500, stepMs: 2 };

/** A child process or a worker may be one that answers, or one that runs on in the background: so long in a whole run the clock stands for them. */
const processPatienceMs = 2000;

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
  readonly #endsByItself: boolean;
  readonly #baseline: ActiveWork = activeWork();
  readonly #holds: Holds = new Holds();
  readonly #takeTurn = (): void => this.#turn();
  #queue: Due[] = [];
  #nowMs = 0;
  #sequence = 0;
  #timersFired = 0;
  #isTurning = false;
  #hasSettled = false;
  #patienceMs = patience.inAllMs;
  #isPatient = false;
  #processMs = processPatienceMs;
  #hadProcess = false;
  #isOver = false;

  /**
   * @param idle is called when nothing is due, nothing runs and no real work is on: only the world outside could still wake the agent.
   * @param endsByItself the run is a process, which ends when only timers are left that it would not stay alive for.
   */
  constructor(idle: () => void, { endsByItself = false }: { readonly endsByItself?: boolean } = {}) {
    this.#idle = idle;
    this.#endsByItself = endsByItself;
  }

  /** Milliseconds since the start of the run. */
  get nowMs(): number {
    return this.#nowMs;
  }

  get timersFired(): number {
    return this.#timersFired;
  }

  /** So many timers have fired that nothing is expected of the next one: none fires any more. */
  get hasRunAway(): boolean {
    return this.#timersFired > mostTimers;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lets time pass while the agent does not wait, as it does in a loop that only looks at the clock. */
  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** Calls `fire` when it is due; the returned function takes that back. */
  due(afterMs: number, order: number | null, fire: () => void, traits: DueTraits = noTraits): () => void {
    const one = this.#add(afterMs, order, fire, traits);
    return () => this.#drop(one);
  }

  /** Resolves when that much time has passed. */
  until(afterMs: number, order: number | null): Promise<void> {
    return new Promise((resolve) => void this.#add(afterMs, order, resolve, noTraits));
  }

  #add(afterMs: number, order: number | null, fire: () => void, traits: DueTraits): Due {
    const one: Due = { dueMs: this.#nowMs + Math.max(0, afterMs), sequence: this.#sequence++, order, fire, traits, patienceMs: null };
    this.#queue.push(one);
    this.wake();
    return one;
  }

  /** Sets a timer of the agent. */
  timer(watch: TimerWatch, repeats: boolean, fire: () => void): VirtualTimer {
    const timer: VirtualTimer = new VirtualTimer({
      repeats,
      fired: () => watch.fired(),
      refreshed: () => watch.refreshed(),
      over: (fired) => watch.over(fired),
      fire,
      set: (come) => {
        const { afterMs, order, isUnexpected = false } = watch.due();
        const comes = (): void => {
          this.#timersFired += 1;
          come();
        };
        return this.due(afterMs, order, comes, { hasRef: () => timer.hasRef(), isUnexpected });
      },
    });
    return timer;
  }

  /** The clock stands until the returned function is called. */
  hold(): () => void {
    return this.#holds.take(() => this.wake());
  }

  /** Something may be due. */
  wake(): void {
    if (this.#isTurning || this.#isOver || this.#holds.any) return;
    this.#isTurning = true;
    soon(this.#takeTurn);
  }

  /** The agent has come to its end: timers that nobody would stay alive for come only while something else is still to come. */
  settled(): void {
    this.#hasSettled = true;
  }

  /** Nothing comes any more. */
  end(): void {
    this.#isOver = true;
    this.#queue = [];
  }

  /** The agent may still be woken by something real. */
  get waitsForTheWorld(): boolean {
    return this.#holds.any || hasMoreWork(activeWork(), this.#baseline, () => true);
  }

  /** So it may by more than its own streams, which a process has as long as it is there. */
  get waitsForMoreThanStreams(): boolean {
    return this.#holds.any || hasMoreWork(activeWork(), this.#baseline, (name) => name !== 'PipeWrap' && name !== 'TTYWrap');
  }

  #turn(): void {
    this.#isTurning = false;
    if (this.#isOver || this.#holds.any) return;
    const work = activeWork();
    if (hasMoreWork(work, this.#baseline, isRequest)) {
      this.wake();
      return;
    }
    const next = this.hasRunAway ? null : this.#next();
    if (next === null) {
      // Who has come to an end waits for nobody.
      if (!this.#hasSettled) this.#idle();
      return;
    }
    if (this.#waitsForProcess(work) || this.#waitsBefore(next)) return;
    this.#drop(next);
    this.#nowMs = Math.max(this.#nowMs, next.dueMs);
    try {
      next.fire();
    } finally {
      this.wake();
    }
  }

  /** What comes next. Not before what had ended earlier and is waited for as well. */
  #next(): Due | null {
    if ((this.#hasSettled || this.#endsByItself) && !this.#queue.some(({ traits }) => traits.hasRef?.() ?? true)) return null;
    // What was recorded comes in the order in which it ended then, each at its time or as soon as all before it have come.
    let recorded: Due | null = null;
    let other: Due | null = null;
    for (const one of this.#queue) {
      if (one.order === null) {
        if (other === null || one.dueMs < other.dueMs) other = one;
      } else if (recorded?.order == null || one.order < recorded.order || (one.order === recorded.order && one.dueMs < recorded.dueMs)) {
        recorded = one;
      }
    }
    if (recorded === null || other === null) return recorded ?? other;
    if (recorded.dueMs !== other.dueMs) return recorded.dueMs < other.dueMs ? recorded : other;
    return recorded.sequence < other.sequence ? recorded : other;
  }

  #waitsBefore(one: Due): boolean {
    if (one.traits.isUnexpected !== true || this.#hasSettled) return false;
    if (one.patienceMs === null) {
      one.patienceMs = Math.min(patience.onceMs, this.#patienceMs);
      this.#patienceMs -= one.patienceMs;
    }
    if (one.patienceMs <= 0) return false;
    if (!this.#isPatient) one.patienceMs -= patience.stepMs;
    this.#wakeSoon();
    return true;
  }

  #waitsForProcess(work: ActiveWork): boolean {
    if (this.#processMs <= 0) return false;
    this.#hadProcess ||= hasMoreWork(work, this.#baseline, isProcess);
    // What it wrote may come after its end.
    if (!this.#hadProcess || !hasMoreWork(work, this.#baseline, (name) => isProcess(name) || name === 'PipeWrap')) return false;
    if (!this.#isPatient) this.#processMs -= patience.stepMs;
    this.#wakeSoon();
    return true;
  }

  /** After a moment of real time. */
  #wakeSoon(): void {
    if (this.#isPatient) return;
    this.#isPatient = true;
    later(patience.stepMs, () => {
      this.#isPatient = false;
      this.wake();
    });
  }

  #drop(one: Due): void {
    const at = this.#queue.indexOf(one);
    if (at >= 0) this.#queue.splice(at, 1);
  }
}
