import { afterSending } from '../ambient-defaults.ts';

/** So many steps of its promises a reader gets before us: enough for what it is given to arrive. */
const headStart = 8;

/**
 * What is still to be done in this turn, when the agent has got what it waits for, or its question is on its way. Whoever takes down something else
 * calls `now` first, so that all is taken down in the order in which it happened.
 */
export class Afterwards {
  readonly #run: (body: () => void) => void;
  #bodies: (() => void)[] = [];
  #isSoon = false;

  /** @param run runs all that has come together. */
  constructor(run: (body: () => void) => void) {
    this.#run = run;
  }

  /** When who reads has what it is being given. */
  add(body: () => void): void {
    this.#bodies.push(body);
    if (!this.#isSoon) void this.#soon();
    this.#isSoon = true;
  }

  /** When what is sent now has left. */
  addBehindSent(body: () => void): void {
    this.#bodies.push(body);
    afterSending(() => this.now());
  }

  /** Together with this. */
  nowWith(body: () => void): void {
    this.#bodies.push(body);
    this.now();
  }

  now(): void {
    if (this.#bodies.length === 0) return;
    const bodies = this.#bodies;
    this.#bodies = [];
    this.#isSoon = false;
    this.#run(() => {
      for (const body of bodies) body();
    });
  }

  // Not in a turn of its own: an agent that then blocks the process for good, and is killed, has been recorded until there.
  async #soon(): Promise<void> {
    for (let step = 0; step < headStart; step += 1) await null;
    this.now();
  }
}
