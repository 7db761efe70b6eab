import type { Outcome } from './outcome.ts';

/** Runs tests side by side, each candidate once, and keeps what came of them. */
export class TestsSideBySide {
  /** By the key of the candidate. */
  readonly outcomes: Map<string, Outcome> = new Map();
  readonly #errors = new Map<string, unknown>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #test: (kept: readonly number[]) => Promise<Outcome>;
  readonly #workers: number;
  #started = 0;

  constructor(test: (kept: readonly number[]) => Promise<Outcome>, workers: number) {
    this.#test = test;
    this.#workers = workers;
  }

  get started(): number {
    return this.#started;
  }

  /** Starts the test if a worker is idle and it was not started before. */
  start(key: string, kept: readonly number[]): void {
    if (this.#running.size >= this.#workers || this.#running.has(key) || this.outcomes.has(key) || this.#errors.has(key)) return;
    this.#started += 1;
    this.#running.set(key, this.#run(key, kept));
  }

  /**
   * What came of a candidate; `null`: not yet.
   *
   * @throws what its test threw.
   */
  outcomeOf(key: string): Outcome | null {
    if (this.#errors.has(key)) throw this.#errors.get(key);
    return this.outcomes.get(key) ?? null;
  }

  /** Until one of the running tests has ended. */
  async oneEnded(): Promise<void> {
    await Promise.race(this.#running.values());
  }

  /** Until none runs. */
  async allEnded(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #run(key: string, kept: readonly number[]): Promise<void> {
    try {
      this.outcomes.set(key, await this.#test(kept));
    } catch (error) {
      // Told when the search comes to it: what was run ahead in vain must not decide anything.
      this.#errors.set(key, error);
    }
    this.#running.delete(key);
  }
}
