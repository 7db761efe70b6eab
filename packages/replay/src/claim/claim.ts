import type { Json } from '@stepfork/trace';
import type { RequestClaim } from './request-claim.ts';
import type { Times } from './times.ts';

/** One statement about the calls of a run. Calls count when they are started, also if they throw. */
export type CallClaim =
  | {
      readonly tool: string;
      /** Subset of the arguments: objects by key, arrays by length and element. A `Matcher` stands for values. */
      readonly with?: Json;
      /** Counts the calls that match `with` (all calls of the tool without it). Left out: at least one. */
      readonly times?: Times;
      /** No call of this tool may be left that no `with` of the claim matches. */
      readonly only?: boolean;
    }
  | { readonly never: string }
  /** The first calls of these tools come in this order. */
  | { readonly order: readonly string[] }
  /** All calls of a tool, and there is at least one, have the same value at this JSON Pointer into their arguments. */
  | { readonly same: string; readonly of: string }
  /** At most so many calls in all, of models and tools together. */
  | { readonly atMost: number };

/** A reviewed statement of right behaviour. All parts must hold; a claim without `throws` means `throws: false`. */
export interface Claim {
  /** Subset of the output. A `Matcher` stands for values. */
  readonly returns?: Json;
  /** `returns` must be the whole output, not a subset of it. */
  readonly exactly?: boolean;
  readonly throws?: boolean | { readonly name?: string; readonly message?: string; readonly code?: string | number };
  readonly calls?: readonly CallClaim[];
  /** What is sent to models. */
  readonly requests?: readonly RequestClaim[];
}
