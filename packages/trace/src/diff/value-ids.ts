import { canonicalJson } from '../json/canonical-json.ts';
import type { Json, JsonObject } from '../json/json.ts';

/**
 * Numbers for values: equal if and only if the canonical texts are. Each part is looked at once, however deep it stands, so that all parts
 * of two large values can be compared.
 */
export class ValueIds {
  readonly #byText: Map<string, number> = new Map();
  readonly #byObject: Map<object, number> = new Map();

  of(json: Json): number {
    if (typeof json !== 'object' || json === null) return this.#number(canonicalJson(json));
    const known = this.#byObject.get(json);
    if (known !== undefined) return known;
    // The canonical text of the value with its parts replaced by their numbers, marked by a tag that no value has.
    const id = this.#number(
      canonicalJson(Array.isArray(json) ? json.map((item: Json) => this.#shallow(item)) : this.#shallowFields(json as JsonObject)),
    );
    this.#byObject.set(json, id);
    return id;
  }

  #shallowFields(object: JsonObject): Json {
    // What has no order of its own is sorted by the texts of its parts, so those must stand there as they are.
    if (object.$ === 'set' || object.$ === 'map' || object.$ === 'object') return object;
    return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, this.#shallow(value)]));
  }

  #shallow(part: Json): Json {
    return typeof part === 'object' && part !== null ? { $: 'id', value: this.of(part) } : part;
  }

  #number(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#byText.set(text, this.#byText.size);
    return this.#byText.size - 1;
  }
}
