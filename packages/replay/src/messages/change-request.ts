import type { Json } from '@stepfork/trace';
import { isWireRequest } from './is-wire-request.ts';

/** The input with `change` of what was meant by it. What does not change stays the same object. */
export function changeRequest(input: Json, change: (request: Json) => Json): Json {
  if (!isWireRequest(input)) return change(input);
  const after = change(input.body);
  return after === input.body ? input : { ...input, body: after };
}
