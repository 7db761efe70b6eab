import { canonicalJson, isImmutable, type Json, type JsonObject } from '@stepfork/trace';

/**
 * Numbers values: two have the same number exactly if they have the same canonical text, which is never made for the whole.
 *
 * A conversation that is resent with every call costs a look at each message, not its text again; what is met as the same object, as
 * recorded messages are, costs not even that.
 */
export interface ValueIds {
  idOf(value: Json): number;
}

/** What a layer above looks up here. */
export interface LayeredIds extends ValueIds {
  size(): number;
  text(text: string): number | undefined;
  shape(shape: string): number | undefined;
  seen(value: object): number | undefined;
}

/** The numbers of `base` hold here too. It must not number anything new from now on. */
export function createValueIds(base?: LayeredIds): LayeredIds {
  const first = base?.size() ?? 0;
  // Texts have a table of their own, since with a mark before it every text would be copied.
  const texts = new Map<string, number>();
  const shapes = new Map<string, number>();
  const seen = new WeakMap<object, number>();
  const ids: LayeredIds = {
    size: () => first + texts.size + shapes.size,
    text: (text) => base?.text(text) ?? texts.get(text),
    shape: (shape) => base?.shape(shape) ?? shapes.get(shape),
    seen: (value) => base?.seen(value) ?? seen.get(value),
    idOf(value) {
      if (typeof value === 'string') return ids.text(value) ?? entered(texts, value);
      if (value === null || typeof value !== 'object') return shapeId(String(value));
      const known = seen.get(value) ?? base?.seen(value);
      if (known !== undefined) return known;
      const id = shapeId(shapeOf(value));
      if (base === undefined || isImmutable(value)) seen.set(value, id);
      return id;
    },
  };
  return ids;

  function shapeId(shape: string): number {
    return ids.shape(shape) ?? entered(shapes, shape);
  }
  function entered(table: Map<string, number>, key: string): number {
    const id = ids.size();
    table.set(key, id);
    return id;
  }
  function shapeOf(value: readonly Json[] | JsonObject): string {
    if (Array.isArray(value)) return `[${value.map(ids.idOf).join()}`;
    const object = value as JsonObject;
    // What tagged values are equal is for the canonical text to say.
    if ('$' in object) return `$${canonicalJson(object)}`;
    const keys = sortedKeys(object);
    return `{${keys.map((key) => `${ids.idOf(key)}:${ids.idOf(object[key] as Json)}`).join()}`;
  }
}

/** Mostly they are sorted as they stand. */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object);
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] as string) > (keys[at] as string)) return keys.sort();
  return keys;
}
