/** An endless text that depends on the secret and the key only, and tells nothing of the secret without the key. */
export class HashStream {
  readonly #secret: string;
  readonly #hmac: (secret: string) => Uint8Array;
  #block: Uint8Array = new Uint8Array(0);
  #blocks = 0;
  #at = 0;

  constructor(secret: string, hmac: (secret: string) => Uint8Array) {
    this.#secret = secret;
    this.#hmac = hmac;
  }

  take(alphabet: string, length: number): string {
    let text = '';
    while (text.length < length) text += alphabet.charAt(this.#byte() % alphabet.length);
    return text;
  }

  #byte(): number {
    if (this.#at >= this.#block.length) {
      this.#block = this.#hmac(`${this.#blocks++}\n${this.#secret}`);
      if (this.#block.length < 16) throw new RangeError('the HMAC of a redactor must give at least 16 bytes');
      this.#at = 0;
    }
    return this.#block[this.#at++] as number;
  }
}
