/** What went through a stream, text where it is text. What comes beyond 16 MiB is counted no more: nobody claims anything on it. */
export class KeptBytes {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Gives whether it is kept. */
  add(chunk: unknown, encoding?: unknown): boolean {
    if (this.#length >= most) return false;
    const bytes = bytesOf(chunk, encoding);
    if (bytes === null) return false;
    this.#length += bytes.byteLength;
    this.#parts.push(bytes);
    return true;
  }

  /** Where each piece ends in the text as it is `written`, for example redacted; none where that cannot be said. */
  ends(written: (text: string) => unknown): readonly number[] {
    const whole = this.value();
    if (typeof whole !== 'string') return [];
    const said = written(whole);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let before = '';
    const ends = this.#parts.map((part) => {
      before += decoder.decode(part, { stream: true });
      const beginning = written(before);
      return typeof said === 'string' && typeof beginning === 'string' && said.startsWith(beginning) ? beginning.length : null;
    });
    return ends.every((end) => end !== null) ? ends : [];
  }

  value(): string | Uint8Array {
    const all = Buffer.concat(this.#parts);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(all);
    } catch {
      return new Uint8Array(all);
    }
  }
}

const most = 2 ** 24;

function bytesOf(chunk: unknown, encoding: unknown): Uint8Array | null {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  // A copy: the program may use its buffer again.
  return chunk instanceof Uint8Array ? Uint8Array.from(chunk) : null;
}
