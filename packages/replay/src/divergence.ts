import type { CallKind, Difference, Json } from '@stepfork/trace';

/** The first unseen call of a replay. */
export interface Divergence {
  /** Index of the call in the replayed run. */
  readonly step: number;
  readonly kind: CallKind;
  readonly name: string;
  readonly input: Json;
  /** Why no recorded step answers: never asked, asked before other effects, asked again where the recorded answers differ, a cut stream. */
  readonly why: 'never-recorded' | 'other-input' | 'other-effects-before' | 'used-up' | 'stream-cut';
  /** The recorded step that is nearest, and what differs in its input; `null` where nothing of that name was recorded. */
  readonly nearest: { readonly step: number; readonly differences: readonly Difference[] } | null;
}
