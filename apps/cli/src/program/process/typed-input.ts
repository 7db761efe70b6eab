import type { InputPieces } from '../exchange/process-notes.ts';
import { KeptBytes } from './kept-bytes.ts';

/** What a program reads of its input, and when it came by what the program says. */
export class TypedInput {
  readonly #bytes = new KeptBytes();
  /** How many pieces are in each group. */
  readonly #counts: number[] = [];
  #hasSpoken = true;
  #endsApart = false;
  #isRead = false;

  /** The program prints something. */
  speaks(): void {
    this.#hasSpoken = true;
  }

  /** @param chunk `null`: the input ends */
  add(chunk: unknown): void {
    this.#isRead = true;
    if (chunk === null) this.#endsApart = this.#hasSpoken;
    else if (chunk !== undefined && this.#bytes.add(chunk)) {
      const last = this.#counts.length - 1;
      if (this.#hasSpoken) this.#counts.push(1);
      else this.#counts[last] = (this.#counts[last] ?? 0) + 1;
      this.#hasSpoken = false;
    }
  }

  /** `null`: the program has not looked at it. */
  value(): string | Uint8Array | null {
    return this.#isRead ? this.#bytes.value() : null;
  }

  /** In the text as it is `written`, for example redacted; none where that cannot be said, or where all came at once. */
  pieces(written: (text: string) => unknown): InputPieces {
    const ends = this.#bytes.ends(written);
    let at = 0;
    const groups = this.#counts.map((count) => {
      at += count;
      return ends.slice(at - count, at);
    });
    if (ends.length === 0 || (groups.length === 1 && !this.#endsApart)) return [];
    return this.#endsApart ? [...groups, []] : groups;
  }
}
