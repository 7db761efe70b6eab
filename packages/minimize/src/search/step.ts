/** A search: the tree of its questions, unfolded as far as somebody looks. */
export interface Search {
  readonly first: Step;
  /** The candidates that lack one thing of what is kept: none of them may show the failure if that is to be minimal. */
  readonly singleRemovals: (kept: readonly number[]) => readonly (readonly number[])[];
}

/** What a search does next: it asks about a candidate, or it is done. */
export type Step = Question | Done;

/** Which part of a search a question belongs to. */
export type Phase = 'guess' | 'split' | 'prove';

/** Do these still show the failure? */
export interface Question {
  readonly kind: 'question';
  /** Indices of what is kept, ascending. */
  readonly kept: readonly number[];
  /** The smallest that is known to show it, indices too. */
  readonly best: readonly number[];
  readonly phase: Phase;
  /** How likely the answer is yes, 0 to 1. It orders what is run ahead, and nothing else. */
  readonly chance: number;
  /** What follows; the same step for the same answer. */
  readonly next: (same: boolean) => Step;
}

export interface Done {
  readonly kind: 'done';
  readonly best: readonly number[];
}

/** A question that unfolds each of its two branches once. */
export function ask(asked: Omit<Question, 'kind'>): Question {
  const branches: [yes?: Step, no?: Step] = [];
  const next = (same: boolean): Step => {
    const branch = same ? 0 : 1;
    branches[branch] ??= asked.next(same);
    return branches[branch];
  };
  return { kind: 'question', ...asked, next };
}
