import type { Json, JsonObject } from '@stepfork/trace';
import type { IdDialect } from '../dialects/id-dialect.ts';
import { changeRequest } from '../messages/change-request.ts';

/** The request with what `change` gives in the place of each id of this dialect. What does not change stays the same object. */
export function mapIds(request: Json, { asked }: IdDialect, change: (id: string) => string): Json {
  return changeRequest(request, (said) =>
    asked.reduce((json, path) => mapAt(json, Array.isArray(said) ? path.slice(1) : path, 0, change), said),
  );
}

function mapAt(json: Json, path: readonly string[], at: number, change: (id: string) => string): Json {
  const key = path[at];
  if (key === undefined) return typeof json === 'string' ? change(json) : json;
  if (key === '*') return Array.isArray(json) ? mapItems(json, (item) => mapAt(item, path, at + 1, change)) : json;
  if (json === null || typeof json !== 'object' || Array.isArray(json) || !Object.hasOwn(json, key)) return json;
  const object = json as JsonObject;
  const before = object[key] as Json;
  const after = mapAt(before, path, at + 1, change);
  return after === before ? json : { ...object, [key]: after };
}

function mapItems(list: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  let changed: Json[] | null = null;
  for (const [at, item] of list.entries()) {
    const after = change(item);
    if (after === item) continue;
    changed ??= [...list];
    changed[at] = after;
  }
  return changed ?? list;
}
