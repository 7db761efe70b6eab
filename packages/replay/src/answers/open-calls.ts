/** The calls of a run that have no answer yet. */
export class OpenCalls {
  readonly #open: Map<number, { readonly name: string; readonly forGood: boolean }> = new Map();

  /** A body runs. */
  add(step: number, name: string): void {
    this.#open.set(step, { name, forGood: false });
  }

  /** Its answer never comes. */
  addForGood(step: number, name: string): void {
    this.#open.set(step, { name, forGood: true });
  }

  delete(step: number): void {
    this.#open.delete(step);
  }

  get names(): readonly string[] {
    return [...this.#open.values()].map(({ name }) => name);
  }

  /** There are such calls, and of none a body runs. */
  get areForGood(): boolean {
    return this.#open.size > 0 && !this.isSomeBodyRunning;
  }

  get isSomeBodyRunning(): boolean {
    return [...this.#open.values()].some(({ forGood }) => !forGood);
  }
}
