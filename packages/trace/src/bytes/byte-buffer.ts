const INITIAL = 4096;

/** Bytes that grow at the end. What `bytes` gives is valid until the next write. */
export class ByteBuffer {
  #bytes = new Uint8Array(INITIAL);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  bytes(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#length);
  }

  clear(): void {
    this.#length = 0;
    // One large event shall not hold its memory for the rest of the run.
    if (this.#bytes.length > 256 * INITIAL) this.#bytes = new Uint8Array(INITIAL);
  }

  /** Makes room for `size` more bytes, which the caller fills from `length` on, and counts as written with `advance`. */
  reserve(size: number): Uint8Array {
    const needed = this.#length + size;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  advance(size: number): void {
    this.#length += size;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }
}
