import type { Outcome } from '@stepfork/trace';
import type { Divergence } from '../judging/divergence.ts';
import type { AnsweredBy } from '../receipt.ts';

/** What the agent is given: a recorded outcome, or a value as the user declared it. */
export type Given = Outcome | { readonly kind: 'declared'; readonly value: unknown };

/** A policy's decision for one call. */
export type Ruling =
  | { readonly kind: 'answer'; readonly given: Given; readonly by: AnsweredBy }
  | { readonly kind: 'execute' }
  /** `isInSeries`: it was answered before, each time otherwise (a cursor, a queue): only who gave those answers knows the next. */
  | { readonly kind: 'diverge'; readonly why: Divergence['why']; readonly isInSeries?: true };
