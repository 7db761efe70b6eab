import type { Json, JsonObject } from '@stepfork/trace';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listIn(value: Json, key: string): readonly Json[] {
  const list = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** `null`: it is no text, or an empty one. */
export function textIn(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
