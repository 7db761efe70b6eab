import type { ClientRequest } from 'node:http';

const known = new WeakSet<object>();

/** It is one that we answer, or send. */
export function isKnownRequest(request: object): boolean {
  return known.has(request);
}

export function markKnown(request: ClientRequest): ClientRequest {
  known.add(request);
  return request;
}
