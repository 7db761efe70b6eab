import type { Json } from '@stepfork/trace';
import { toolLists } from './tool-lists.ts';

/**
 * Tool names in a model's request, whatever its dialect: whatever stands under a key `tools` and has a `name`, be it directly, under
 * `function` or in a list of declarations; an object of tools by name counts by its keys.
 */
export function* offeredTools(request: Json): Iterable<string> {
  for (const tools of toolLists(request)) yield* namesIn(tools, 0);
}

function* namesIn(value: Json, depth: number): Iterable<string> {
  if (value === null || typeof value !== 'object' || depth > 3) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* namesIn(item, depth + 1);
    return;
  }
  const { name } = value as { readonly name?: Json };
  if (typeof name === 'string') {
    yield name;
    return;
  }
  if (depth === 0) {
    yield* Object.keys(value);
    return;
  }
  for (const inner of Object.values(value)) yield* namesIn(inner, depth + 1);
}
