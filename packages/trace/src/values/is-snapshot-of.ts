import type { Json, JsonObject } from '../json/json.ts';
import { textOfPerson } from '../redaction/personal-text.ts';
import { isImmutable } from './immutable.ts';

/** Of objects that nobody changes: what they were found to be the same as. */
const found: WeakMap<object, Json> = new WeakMap();

/**
 * The snapshot of this live value is `json` to the letter, order of keys included, where its texts are left as they are: then `json` can stand for it, and
 * nothing has to be encoded. One look at each part, and nothing is made. `false` also for what holds a tag: that is for `encodeValue` to say. Never throws.
 */
export function isSnapshotOf(json: Json, value: unknown): boolean {
  try {
    return isSame(json, value);
  } catch {
    // A getter or a proxy of the agent's own.
    return false;
  }
}

function isSame(json: Json, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return json === value && !isNegativeZero(value);
  if (typeof json !== 'object' || json === null) return false;
  if (!isImmutable(value)) return hasSameParts(json, value);
  if (found.get(value) === json) return true;
  if (!hasSameParts(json, value)) return false;
  found.set(value, json);
  return true;
}

function isNegativeZero(value: unknown): boolean {
  return value === 0 && 1 / value < 0;
}

function hasSameParts(json: readonly Json[] | JsonObject, value: object): boolean {
  if (Array.isArray(json)) return Array.isArray(value) && hasSameItems(json, value);
  return !Array.isArray(value) && hasSameFields(json as JsonObject, value);
}

function hasSameItems(json: readonly Json[], value: readonly unknown[]): boolean {
  const { length } = json;
  // As many keys as items: nobody has put fields on it.
  if (value.length !== length || Object.getPrototypeOf(value) !== Array.prototype || Object.keys(value).length !== length) return false;
  for (let at = 0; at < length; at += 1) if (!isSame(json[at] as Json, value[at])) return false;
  return true;
}

function hasSameFields(json: JsonObject, value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const keys = Object.keys(json);
  const others = Object.keys(value);
  if (keys.length !== others.length || (keys.length === 0 && textOfPerson(value) !== undefined)) return false;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string;
    // A getter is not asked: who encodes the value after all asks it once, and it may count.
    if (
      key !== others[at] ||
      key === '$' ||
      key === '__proto__' ||
      !isSame(json[key] as Json, Object.getOwnPropertyDescriptor(value, key)?.value)
    )
      return false;
  }
  return true;
}
