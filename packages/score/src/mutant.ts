import type { Claim } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { ConductEdit } from './conduct-edit.ts';
import type { Place } from './place.ts';

/** What a mutant changes: what the agent did, what the claim says, or what the world answered. */
export type Change =
  | { readonly kind: 'conduct'; readonly edit: ConductEdit }
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'recording'; readonly trace: Trace }
  /** The code that was corrected, as it was before. */
  | { readonly kind: 'buggy-code' };

export type MutantFamily = 'claim-drawn' | 'expectation' | 'world' | 'trajectory' | 'source';

/** A changed world in which a good test must fail (breaking) or must still pass (benign). */
export interface Mutant {
  /** The same in every run: generator, place, and which change of that place. */
  readonly id: string;
  readonly family: MutantFamily;
  /** Name of the generator. */
  readonly mutator: string;
  readonly set: 'breaking' | 'benign';
  readonly place: Place;
  /** What is changed, for people: `"high" → "ijhi"`. */
  readonly says: string;
  readonly change: Change;
  /** Of a benign one: what a test would be pinned to that fails on it. */
  readonly pin?: string;
  /** Of a benign one: it changes what a model is asked, so that a test which cannot execute it needs a fork, and is not pinned. */
  readonly needsFork?: string;
}

/** What became of a mutant. A timeout or a non-execution is never a kill. */
export type MutantOutcome =
  /** The test failed, at the place that the mutant aims at. */
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived'; readonly because?: string }
  | { readonly kind: 'not-executable'; readonly reason: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'ignored'; readonly reason: string };

export type MutantResult = Omit<Mutant, 'change'> & {
  readonly outcome: MutantOutcome;
  /** So many replays were run for it. */
  readonly replays: number;
};
