import type { Redactor, StreamText, WatchedText } from '@stepfork/trace';

/** One text of a chunk, on its way into the trace. */
export interface LanePart {
  readonly source: StreamText;
  /** `null`: what follows may still make a secret of its end. */
  final(): string | null;
  /** What can be written now: its end is hidden as far as it may be part of a secret. */
  draft(): string;
}

interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** How much of the text earlier parts have. */
  given: number;
}

interface Part extends LanePart {
  readonly start: number;
  readonly end: number;
}

/** Has the form of a pseudonym, so that no scan takes it for a secret. */
const withheld = 'stepforkwithheld';
/** Looked at again in front of what is new: names of credentials stand before them. */
const context = 512;
/** A longer secret is cut here, and what follows is looked at by itself. */
const longest = 65_536;
/** So much of a text at most is looked at together. */
const mostUnseen = 4_096;
/** From here on a secret that does not end is not looked at again for every chunk. */
const patient = 4_096;

/**
 * One text of a stream, of which chunk after chunk becomes known. Secrets are found in all of it, and their pseudonyms are cut where the chunks
 * were cut.
 */
export class WatchedLane {
  readonly #redactor: Redactor;
  readonly #watch: (text: string) => WatchedText;
  #text = '';
  /** Where `#text` begins in the whole text. */
  #base = 0;
  #settled = 0;
  #shown = 0;
  #lookAgainAt = 0;
  /** So much of the text has been looked at; `null`: there is no need to look at the rest before more of it comes. */
  #lookedAt: number | null = null;
  #replaced: Replaced[] = [];
  #lastText = '';

  constructor(redactor: Redactor, watch: (text: string) => WatchedText) {
    this.#redactor = redactor;
    this.#watch = watch;
  }

  add(source: StreamText): LanePart {
    // The same again and again is no text that goes on, but a label.
    if (source.text === this.#lastText && source.text.length >= 4) this.end();
    this.#lastText = source.text;
    const before = this.#text.length;
    const start = this.#base + before;
    this.#text += source.text;
    // Chunks that come together are looked at together.
    if (this.#text.length >= this.#lookAgainAt || /[\s"'`]/.test(source.text)) this.#lookedAt ??= before;
    if (this.#lookedAt !== null && this.#text.length - this.#lookedAt > mostUnseen) this.#look();
    return this.#part(source, start, start + source.text.length);
  }

  /** Nothing follows. */
  end(): void {
    this.#look();
    this.#settle(this.#base + this.#text.length);
    this.#text = '';
    this.#base = this.#settled;
  }

  #lookIfDue(): void {
    if (this.#lookedAt !== null) this.#look();
  }

  #look(): void {
    this.#lookedAt = null;
    const { pseudonyms, settled, shown } = this.#watch(this.#text);
    this.#shown = this.#base + shown;
    const known = this.#replaced.filter(({ start }) => start < this.#settled);
    const found = pseudonyms.flatMap(({ offset, length, text }) => {
      const start = this.#base + offset;
      return start < this.#settled ? [] : [{ start, end: start + length, text, given: 0 }];
    });
    this.#replaced = [...known, ...found];
    this.#settle(this.#text.length > longest ? this.#base + this.#text.length : this.#base + settled);
    const rest = this.#base + this.#text.length - this.#settled;
    const cut = Math.max(0, this.#settled - this.#base - context);
    this.#text = this.#text.slice(cut);
    this.#base += cut;
    this.#lookAgainAt = rest > patient ? this.#text.length * 1.25 : 0;
  }

  #settle(to: number): void {
    this.#settled = Math.max(this.#settled, to);
  }

  #part(source: StreamText, start: number, end: number): Part {
    let final: string | null = null;
    const { key } = source;
    return {
      source,
      start,
      end,
      final: () => {
        if (final === null) this.#lookIfDue();
        if (final === null && end <= this.#settled) {
          final = this.#written(key, { text: source.text, start, end }, this.#replaced);
          this.#replaced = this.#replaced.filter((one) => one.end > end);
        }
        return final;
      },
      draft: () => {
        if (final !== null) return final;
        this.#lookIfDue();
        const open = Math.max(0, Math.min(source.text.length, Math.max(this.#settled, this.#shown) - start));
        const piece = { text: source.text.slice(0, open), start, end: start + open };
        const shown = this.#written(
          key,
          piece,
          this.#replaced.map((one) => ({ ...one })),
        );
        return open === source.text.length ? shown : `${shown}${withheld}`;
      },
    };
  }

  // Parts become final in their order.
  #written(key: string, { text, start, end }: Omit<Replaced, 'given'>, replaced: readonly Replaced[]): string {
    let written = '';
    let at = start;
    for (const one of replaced) {
      if (one.end <= start || one.start >= end) continue;
      written += text.slice(at - start, Math.max(one.start, start) - start);
      let until = one.end <= end ? one.text.length : Math.min(one.text.length, Math.max(one.given, end - one.start));
      // A part of a pseudonym without its mark could be taken for a secret, where it stands alone.
      if (one.end > end) while (until < one.text.length && !this.#isAtRest(key, written + one.text.slice(one.given, until))) until += 1;
      written += one.text.slice(one.given, until);
      one.given = until;
      at = one.end;
    }
    if (at < end) written += text.slice(at - start);
    return this.#redactor.field(key, written);
  }

  #isAtRest(key: string, text: string): boolean {
    return this.#redactor.field(key, text) === text;
  }
}
