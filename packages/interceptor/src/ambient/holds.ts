/** Counts who holds something back. Who lets go twice counts once. */
export class Holds {
  #count = 0;

  get any(): boolean {
    return this.#count > 0;
  }

  /** Holds until the returned function is called; `released` is called then. */
  take(released: () => void): () => void {
    this.#count += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count -= 1;
      released();
    };
  }
}
