import type { BodyPart } from './body-part.ts';

/**
 * After this nothing comes from a model: how long the connection stays open is chance, and whether a client waits for its end differs from
 * client to client and from day to day.
 */
export function isLastPart(part: BodyPart): boolean {
  if ('line' in part) return fieldOf(part.line, 'done') === true;
  if (!('data' in part)) return false;
  return part.data === '[DONE]' || lastEvents.has(String(fieldOf(part.data, 'type')));
}

const lastEvents: ReadonlySet<string> = new Set(['message_stop', 'response.completed', 'response.failed', 'response.incomplete']);

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
