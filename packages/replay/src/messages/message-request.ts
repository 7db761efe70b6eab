import type { Json } from '@stepfork/trace';
import { isWireRequest } from './is-wire-request.ts';

/** A request to a model as it was meant: of one that was recorded over HTTP, the body. */
export function messageRequest(input: Json): Json {
  return isWireRequest(input) ? input.body : input;
}
