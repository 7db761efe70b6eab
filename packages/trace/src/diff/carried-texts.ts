/** A text that an earlier difference brought; `null` on a side that had nothing in its place. */
interface Brought {
  readonly expected: string | null;
  readonly actual: string | null;
  readonly difference: number;
}

/** Shorter ones are met by chance. */
const leastLength = 8;
/** So many of the last ones are looked for inside of a text. */
const mostSought = 100;

/** Whole texts that differences brought, and where they show again: as they are, or inside of a prompt that is equal around them. */
export class CarriedTexts {
  /** Those with a text on both sides. */
  readonly #brought: { readonly expected: string; readonly actual: string; readonly difference: number }[] = [];
  readonly #byText: { readonly expected: Map<string, Brought>; readonly actual: Map<string, Brought> } = {
    expected: new Map(),
    actual: new Map(),
  };

  add(expected: string | null, actual: string | null, difference: number): void {
    if (expected === actual || Math.max(expected?.length ?? 0, actual?.length ?? 0) < leastLength) return;
    const brought = { expected, actual, difference };
    if (expected !== null && actual !== null && Math.min(expected.length, actual.length) >= leastLength)
      this.#brought.push({ expected, actual, difference });
    if (expected !== null && !this.#byText.expected.has(expected)) this.#byText.expected.set(expected, brought);
    if (actual !== null && !this.#byText.actual.has(actual)) this.#byText.actual.set(actual, brought);
  }

  /** The difference that brought one of the texts as a whole, where the other one is no version of what stood in its place there. */
  whole(expected: string, actual: string): number | null {
    const left = expected.length < leastLength ? undefined : this.#byText.expected.get(expected);
    if (left !== undefined && (left.actual === null || !actual.includes(left.actual))) return left.difference;
    const right = actual.length < leastLength ? undefined : this.#byText.actual.get(actual);
    if (right !== undefined && (right.expected === null || !expected.includes(right.expected))) return right.difference;
    return null;
  }

  /** Both texts without what earlier differences brought in the same place, and the first of those. */
  without(expected: string, actual: string): { readonly expected: string; readonly actual: string; readonly cause: number | null } {
    let rest = { expected, actual, cause: null as number | null };
    // The longest first: a whole outcome holds what would be found of it.
    for (const brought of this.#brought.slice(-mostSought).sort((a, b) => b.expected.length - a.expected.length)) {
      if (!rest.expected.includes(brought.expected) || !rest.actual.includes(brought.actual)) continue;
      rest = {
        expected: rest.expected.replaceAll(brought.expected, '\u0000'),
        actual: rest.actual.replaceAll(brought.actual, '\u0000'),
        cause: Math.min(rest.cause ?? brought.difference, brought.difference),
      };
    }
    return rest;
  }
}
