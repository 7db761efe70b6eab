/**
 * After this part of a body (a `BodyPart`, live or recorded) nothing comes from a model: how long the connection stays open is chance, and whether
 * a client waits for its end differs from client to client and from day to day.
 */
export function isLastPart(part: unknown): boolean {
  const data = fieldOf(part, 'data');
  if (data === undefined) return fieldOf(fieldOf(part, 'line'), 'done') === true;
  return data === '[DONE]' || lastEvents.has(String(fieldOf(data, 'type')));
}

const lastEvents: ReadonlySet<string> = new Set(['message_stop', 'response.completed', 'response.failed', 'response.incomplete']);

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
