/** Keys of objects of which it is known that they can stay as they are: the same ones come again and again. */
export class CleanKeys {
  readonly #keys: Set<string> = new Set();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    if (this.#keys.size >= maxKeys) this.#keys.clear();
    this.#keys.add(key);
  }
}

const maxKeys = 2_000;
