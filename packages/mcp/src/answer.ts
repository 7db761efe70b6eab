import type { Json } from '@stepfork/trace';
import type { JsonRpcMessage } from './json-rpc.ts';

/** What comes back for a request: its result, or messages of the server one by one, of which the last is the response. */
export type Answer = WholeAnswer | AnswerInParts;

export interface WholeAnswer {
  readonly kind: 'whole';
  readonly result: unknown;
}

export interface AnswerInParts {
  readonly kind: 'parts';
  next(): Promise<IteratorResult<ReceivedMessage, undefined>>;
  /** The agent waits for it no longer. */
  leave(): void;
}

export interface ReceivedMessage {
  readonly message: JsonRpcMessage;
  /** As which part it was recorded, encoded; left out: it comes from a server. */
  readonly recorded?: Json;
}
