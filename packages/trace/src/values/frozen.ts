import type { Json, JsonObject } from '../json/json.ts';
import { formatPointer, parsePointer } from '../json/json-pointer.ts';

/** Which plain objects and lists of a value nobody can change, as JSON Pointers: `whole` with all that is in them, `alone` without. */
export interface Frozen {
  readonly whole: readonly string[];
  readonly alone: readonly string[];
}

/**
 * What is frozen in a live value of which `json` is the snapshot; `null`: nothing. No getter is asked, and what stands in a map, a set or an
 * instance of a class is not looked at. Never throws.
 */
export function frozenIn(value: unknown, json: Json): Frozen | null {
  const found = { whole: [], alone: [] };
  try {
    if (lookAt(value, json, [], found)) return { whole: [''], alone: [] };
  } catch {
    // A proxy of the agent's own.
    return null;
  }
  return found.whole.length + found.alone.length === 0 ? null : found;
}

/** Freezes the same parts of another live value; parts that it lacks are passed over. */
export function freezeParts(value: unknown, { whole, alone }: Frozen): void {
  for (const pointer of whole) freezeWhole(partAt(value, pointer));
  for (const pointer of alone) freezeAlone(partAt(value, pointer));
}

interface Found {
  readonly whole: string[];
  readonly alone: string[];
}

/** All of it is frozen; if not, what is goes to `found`. */
function lookAt(value: unknown, json: Json, path: readonly string[], found: Found): boolean {
  if (!isPlain(json) || typeof value !== 'object' || value === null) return false;
  const isFrozen = Object.isFrozen(value);
  const wholes: (readonly string[])[] = [];
  let isWhole = isFrozen;
  for (const [key, part] of Object.entries(json)) {
    const inner = [...path, key];
    if (!isPlain(part)) isWhole &&= !isTaggedObject(part);
    else if (lookAt(Object.getOwnPropertyDescriptor(value, key)?.value, part, inner, found)) wholes.push(inner);
    else isWhole = false;
  }
  if (isWhole) return true;
  found.whole.push(...wholes.map(formatPointer));
  if (isFrozen) found.alone.push(formatPointer(path));
  return false;
}

function isPlain(json: unknown): json is readonly Json[] | JsonObject {
  return typeof json === 'object' && json !== null && (Array.isArray(json) || !('$' in json));
}

/** For the names of its keys. Of it nothing is told, so that it must not be frozen with what holds it. */
function isTaggedObject(json: Json): boolean {
  return typeof json === 'object' && json !== null && (json as JsonObject).$ === 'object';
}

function partAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (part, key) => (isContainer(part) && Object.hasOwn(part, key) ? Reflect.get(part, key) : null),
    value,
  );
}

function freezeWhole(value: unknown): void {
  if (!isContainer(value)) return;
  for (const part of Object.values(value)) freezeWhole(part);
  Object.freeze(value);
}

function freezeAlone(value: unknown): void {
  if (isContainer(value)) Object.freeze(value);
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
