import type { Json, JsonObject } from '../json/json.ts';

/**
 * The first place of an encoded value that could not be carried, `null` if all of it was.
 *
 * Fields of an error do not count: SDK errors hold sockets and requests that no `catch` asks for.
 */
export function findOpaque(json: Json): { readonly path: string; readonly type: string } | null {
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return first(json);
  const object = json as JsonObject;
  if (object.$ === 'opaque') return { path: String(object.path), type: String(object.type) };
  if (object.$ === 'error') return first([object.cause ?? null, object.errors ?? null]);
  return first(Object.values(object));
}

function first(parts: readonly Json[]): { readonly path: string; readonly type: string } | null {
  for (const part of parts) {
    const found = findOpaque(part);
    if (found !== null) return found;
  }
  return null;
}
