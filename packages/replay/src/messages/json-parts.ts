import { isJsonObject, type Json } from '@stepfork/trace';

export function listIn(value: Json, key: string): readonly Json[] {
  const list = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** `null`: it is no text, or an empty one. */
export function textIn(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
