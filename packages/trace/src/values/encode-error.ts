import type { Json, JsonObject } from '../json/json.ts';
import { isWellFormed } from '../json/well-formed.ts';
import type { PartEncoder } from './part-encoder.ts';
import type { TaggedError } from './tagged.ts';
import { typeName } from './type-name.ts';

/** An error of this realm or of another one. */
export function isError(value: object): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]' || isDomException(value);
}

/** The stack is left out: it names places on a disk, and no two runs have the same one. */
export function encodeError(error: object, encoder: PartEncoder): Json {
  const bases = baseNames(error).map((name) => encoder.plain(name));
  const symbols = registeredSymbols(error, encoder);
  return {
    $: 'error',
    class: encoder.plain(typeName(error)),
    ...(bases.length > 0 && { bases }),
    name: encoder.part('name', read(error, 'name'), 1),
    message: encoder.part('message', read(error, 'message'), 1),
    fields: encoder.fields(ownFields(error), 1),
    ...(Object.keys(symbols).length > 0 && { symbols }),
    ...(Object.hasOwn(error, 'cause') && { cause: encoder.part('cause', read(error, 'cause'), 1) }),
    ...(Object.hasOwn(error, 'errors') && { errors: encoder.part('errors', read(error, 'errors'), 1) }),
  } satisfies TaggedError as Json;
}

const standard: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause', 'errors']);

function ownFields(error: object): object {
  // The class makes them from the name.
  if (isDomException(error)) return {};
  const own = Object.getOwnPropertyNames(error).filter((key) => !standard.has(key));
  // Some SDKs compute these in their class; a `catch` asks for them all the same.
  const computed = ['code', 'status', 'statusCode'].filter((key) => !own.includes(key) && isPrimitive(read(error, key)));
  return Object.fromEntries([...own, ...computed].map((key) => [key, read(error, key)]));
}

function baseNames(error: object): readonly string[] {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(error);
  for (let depth = 0; depth < 32 && typeof prototype === 'object' && prototype !== null; depth++) {
    const name = typeName(prototype);
    if (name === 'Error' || name === 'Object') break;
    names.push(name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names.slice(1);
}

// Marks like `Symbol.for('vercel.ai.error')`: the same in every copy of a package.
function registeredSymbols(error: object, encoder: PartEncoder): JsonObject {
  const found: Record<string, Json> = {};
  for (const symbol of Object.getOwnPropertySymbols(error)) {
    const key = Symbol.keyFor(symbol);
    const value = read(error, symbol);
    if (key === undefined || key === '$' || key === '__proto__' || !isWellFormed(key) || !isPrimitive(value)) continue;
    found[key] = encoder.part(key, value, 2);
  }
  return found;
}

function isPrimitive(value: unknown): value is boolean | number | string {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function isDomException(value: object): boolean {
  return typeof DOMException === 'function' && value instanceof DOMException;
}

function read(source: object, key: string | symbol): unknown {
  try {
    return (source as Record<string | symbol, unknown>)[key];
  } catch {
    return undefined;
  }
}
