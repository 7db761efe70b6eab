import type { Json } from '@stepfork/trace';

/** What a request to a model offers, whatever its dialect: the values under a key `tools`, but not those in its messages. */
export function* toolLists(request: Json, depth = 0): Iterable<Json> {
  if (request === null || typeof request !== 'object' || depth > 4) return;
  if (Array.isArray(request)) {
    for (const item of request) yield* toolLists(item, depth + 1);
    return;
  }
  for (const [key, value] of Object.entries(request)) {
    if (key === 'tools') yield value;
    else if (key !== 'messages') yield* toolLists(value, depth + 1);
  }
}
