import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';
import { isHttpRequest } from '../messages/is-http-request.ts';

/** Keys under which a request names what a server keeps. */
const naming = /^(?:id|ids|conversation|container|thread|.*_ids?|.*Ids?)$/;
/** What a model or the agent wrote. */
const written = /^(?:arguments|args|metadata|parameters|input_schema|schema)$/;

/**
 * The request with what `change` gives in the place of each id of a kept thing: a segment of the path, a value of the query, a text of the body under a
 * key that names one. What does not change stays the same object.
 */
export function mapKeptIds(request: Json, change: (id: string) => string): Json {
  if (!isHttpRequest(request)) return mapBody(request, change);
  const url = request.url.replace(/[^/?&=#]+/g, change);
  const body = request.body === undefined ? undefined : mapBody(request.body, change);
  return url === request.url && body === request.body ? request : { ...request, url, ...(body !== undefined && { body }) };
}

function mapBody(json: Json, change: (id: string) => string, isNaming = false): Json {
  if (typeof json === 'string') return isNaming ? change(json) : json;
  if (Array.isArray(json)) {
    const after = json.map((item: Json) => mapBody(item, change, isNaming));
    return after.some((item, at) => item !== json[at]) ? after : json;
  }
  return isJsonObject(json) ? mapMembers(json, change) : json;
}

function mapMembers(object: JsonObject, change: (id: string) => string): JsonObject {
  let changed: Record<string, Json> | null = null;
  for (const [key, before] of Object.entries(object)) {
    // The input of a called tool is an object; the `input` of a request to a model, a list.
    if (written.test(key) || (key === 'input' && isJsonObject(before))) continue;
    const after = mapBody(before, change, naming.test(key));
    if (after === before) continue;
    changed ??= { ...object };
    changed[key] = after;
  }
  return changed ?? object;
}
