import type { Json, JsonObject } from '@stepfork/trace';
import { holdsTag } from '../json/json-text.ts';

/**
 * Compares texts with the one that `JSON.stringify` makes of a recorded object. That is never put together: of what recorded requests share, such as the messages
 * of a conversation, the text is made once.
 */
export class PlainTexts {
  /** `null`: it holds what JSON does not say. */
  readonly #texts = new WeakMap<object, string | null>();

  /** `null`: it can be written in other ways, too. */
  lengthOf(object: JsonObject): number | null {
    let length = 0;
    const isPlain = this.#visit(object, (piece) => {
      length += piece.length;
      return true;
    });
    return isPlain ? length : null;
  }

  isTextOf(text: string, object: JsonObject): boolean {
    let at = 0;
    const isSame = this.#visit(object, (piece) => {
      const from = at;
      at += piece.length;
      // Equality of whole texts is what an engine compares fastest.
      return text.slice(from, at) === piece;
    });
    return isSame && at === text.length;
  }

  /** Until one is refused, or cannot be told. */
  #visit(object: JsonObject, visit: (piece: string) => boolean): boolean {
    let before = '{';
    for (const key of Object.keys(object)) {
      const value = object[key] as Json;
      if (!visit(`${before}${JSON.stringify(key)}:`)) return false;
      if (!(Array.isArray(value) ? this.#visitItems(value, visit) : this.#visitValue(value, visit))) return false;
      before = ',';
    }
    return visit(before === '{' ? '{}' : '}');
  }

  #visitItems(list: readonly Json[], visit: (piece: string) => boolean): boolean {
    let before = '[';
    for (const item of list) {
      if (!visit(before) || !this.#visitValue(item, visit)) return false;
      before = ',';
    }
    return visit(before === '[' ? '[]' : ']');
  }

  #visitValue(value: Json, visit: (piece: string) => boolean): boolean {
    const text = typeof value === 'object' && value !== null ? this.#textOf(value) : JSON.stringify(value);
    return text !== null && visit(text);
  }

  #textOf(value: readonly Json[] | JsonObject): string | null {
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = holdsTag(value) ? null : JSON.stringify(value);
    this.#texts.set(value, text);
    return text;
  }
}
