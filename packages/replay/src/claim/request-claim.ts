import type { Json } from '@stepfork/trace';
import type { Times } from './times.ts';

/** Which tools a request lets the model use. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

/** A message that a request must have: all that is said of it must hold of the same message. */
export interface MessageClaim {
  /** `system` (a developer's too, and instructions that stand beside the messages), `user`, `assistant`, `tool` or what your SDK calls it. */
  readonly role?: string;
  /** A part of its text. */
  readonly contains?: string;
  /** A regular expression that is found in its text, as in a `Matcher`. */
  readonly pattern?: string;
  readonly flags?: string;
}

/** What a request is like: all that is said of it must hold of the same request. */
export interface RequestLike {
  /**
   * Subset of the request as the agent wrote it: `{ max_tokens: { $: 'match', max: 500 } }`. Of one that was recorded over HTTP that is the body;
   * with one of the keys `method`, `url`, `headers`, `body` it is a subset of the HTTP request.
   */
  readonly with?: Json;
  readonly messages?: readonly MessageClaim[];
  /** Names of tools that it offers, among others. */
  readonly tools?: readonly string[];
  readonly toolChoice?: ToolChoice;
}

/**
 * One statement about the requests to a model: at least one is like this; with `times` so many are, with `every` all are (and there is one),
 * with `never` none is. One of the three at most.
 */
export interface RequestClaim extends RequestLike {
  /** Of this model only; `*` or left out: of all. */
  readonly model?: string;
  readonly times?: Times;
  readonly every?: boolean;
  readonly never?: boolean;
}
