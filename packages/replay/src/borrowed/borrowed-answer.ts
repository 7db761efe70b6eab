import type { CallKind, Json, Outcome } from '@stepfork/trace';
import type { AnsweredBy } from '../receipt.ts';

/** An answer of a replay that is neither the recorded one of this very call nor declared. */
export interface BorrowedAnswer {
  readonly step: number;
  readonly kind: CallKind;
  readonly tool: string;
  readonly input: Json;
  readonly by: AnsweredBy & { readonly how: 'borrowed' };
  /** What was lent, before any substitute. */
  readonly outcome: Outcome;
  /** The input of the call that the outcome was for; `undefined`: there was none. */
  readonly lentInput: Json | undefined;
}

/** Puts another outcome in the place of a borrowed one; `null`: leaves it. `ordinal` counts the borrowed answers of this replay. */
export type Substitute = (ordinal: number, borrowed: BorrowedAnswer) => Outcome | null;
