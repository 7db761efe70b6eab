/** An endless text that depends on the secret and the key only, and tells nothing of the secret without the key. */
export class HashStream {
  readonly #hmac: (secret: string) => Uint8Array;
  readonly #seed: string;
  #block: Uint8Array;
  #blocks = 0;
  #at = 0;

  constructor(secret: string, hmac: (secret: string) => Uint8Array) {
    this.#hmac = hmac;
    this.#block = hmac(secret);
    if (this.#block.length < 16) throw new RangeError('the HMAC of a redactor must give at least 16 bytes');
    // Further blocks come from the first one: a private key is long, and would be hashed anew for every 32 of its own characters.
    this.#seed = this.#block.join();
  }

  take(alphabet: string, length: number): string {
    let text = '';
    while (text.length < length) text += alphabet.charAt(this.#byte() % alphabet.length);
    return text;
  }

  #byte(): number {
    if (this.#at >= this.#block.length) {
      this.#block = this.#hmac(`${++this.#blocks}\n${this.#seed}`);
      this.#at = 0;
    }
    return this.#block[this.#at++] as number;
  }
}
