import type { Redactor } from '@stepfork/trace';
import type { TestCase } from './test-case.ts';

export interface ReplayOptions extends Omit<TestCase, 'traces' | 'agent' | 'claim'> {
  /** Gives the replay up; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The project's redactor, where its key is at hand. Without it, pseudonyms still match. */
  readonly redactor?: Redactor;
  /** Names that rules may use beside those that are found: of the run that a smaller one was made of. */
  readonly alsoKnown?: { readonly tools: readonly string[]; readonly models: readonly string[] };
}
