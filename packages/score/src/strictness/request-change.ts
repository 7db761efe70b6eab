import type { Json } from '@stepfork/trace';

/** One recorded request that differs in one thing from what the agent asks. */
export interface RequestChange {
  readonly step: number;
  /** `header`: one is sent that was not. */
  readonly kind: 'other' | 'missing' | 'added' | 'key-order' | 'header';
  /** JSON Pointer into the request; behind it, of a URL, `?` and the name of a parameter. */
  readonly pointer: string;
  /** What is changed, for people: `"high" → "ijhi"`. */
  readonly says: string;
  readonly request: Json;
}
