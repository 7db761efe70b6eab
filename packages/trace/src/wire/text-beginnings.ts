/** Texts are found by so many characters at their start. */
const HEAD = 64;
/** So many that begin alike are remembered: prompts of conversations that go on side by side. */
const SIDE_BY_SIDE = 8;

/** A text that is stored as value `n`. */
export interface StoredText {
  readonly n: number;
  readonly text: string;
}

/** The earlier text that shares the longest beginning with a text, and how long that is. */
export interface SharedBeginning {
  readonly nearest: StoredText;
  readonly length: number;
}

/** Long texts of a segment by how they begin. */
export class TextBeginnings {
  readonly #base: TextBeginnings | null;
  readonly #byHead = new Map<string, readonly StoredText[]>();

  /** @param base that of the trunk, for a fork: it is looked through too, and stays as it is. */
  constructor(base: TextBeginnings | null) {
    this.#base = base;
  }

  find(text: string): SharedBeginning | null {
    let found: SharedBeginning | null = null;
    for (const nearest of this.#alike(text.slice(0, HEAD))) {
      const length = sharedLength(nearest.text, text);
      if (length > (found?.length ?? 0)) found = { nearest, length };
    }
    return found;
  }

  /** @param before the text that this one goes on from, whose place it takes */
  remember(stored: StoredText, before: StoredText | null): void {
    const head = stored.text.slice(0, HEAD);
    const others = this.#alike(head).filter((one) => one !== before && one.n !== stored.n);
    this.#byHead.set(copyOf(head), [stored, ...others].slice(0, SIDE_BY_SIDE));
  }

  #alike(head: string): readonly StoredText[] {
    return this.#byHead.get(head) ?? (this.#base === null ? [] : this.#base.#alike(head));
  }
}

/** The same text in memory of its own: a slice would hold the whole one that it was cut from. */
export function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function sharedLength(earlier: string, value: string): number {
  if (value.startsWith(earlier)) return earlier.length;
  const end = Math.min(earlier.length, value.length);
  let length = 0;
  while (length < end && earlier.charCodeAt(length) === value.charCodeAt(length)) length++;
  // Never between the halves of a surrogate pair.
  const last = value.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
