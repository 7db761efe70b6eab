import type { CallKind, Run, RunOutcome, StreamEnd } from '@stepfork/trace';

/** What a step says beside its name, input and outcome. */
export interface StepTraits {
  readonly kind?: CallKind;
  readonly effect?: boolean;
  /** Index of the step in whose body this one started. */
  readonly parent?: number;
}

/** How a step ends; values are live ones, encoded when the trace is built. */
export type StepEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'streamed'; readonly chunks: readonly unknown[]; readonly end: StreamEnd['kind']; readonly error: unknown }
  | { readonly kind: 'interrupted' };

export interface StepPart {
  readonly part: 'step';
  readonly name: string;
  readonly input: unknown;
  readonly traits: StepTraits;
  readonly end: StepEnd;
}

/** What `trace` puts together. */
export type TracePart =
  | StepPart
  /** All start before the first one ends; `ends` are indices into `steps` in the order in which they end. */
  | { readonly part: 'parallel'; readonly steps: readonly StepPart[]; readonly ends: readonly number[] }
  | { readonly part: 'input'; readonly value: unknown }
  | { readonly part: 'outcome'; readonly kind: RunOutcome['kind']; readonly value: unknown }
  | { readonly part: 'head'; readonly run: Partial<Run> };
