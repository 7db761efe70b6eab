import type { CallKind, Json } from '@stepfork/trace';
import type { BorrowedAnswer } from '../borrowed/borrowed-answer.ts';
import type { MintedId } from '../ids/minted-ids.ts';
import type { Inconclusive } from '../judging/verdict.ts';
import type { AnsweredBy } from '../receipt.ts';

/** What a process of a replayed program does that its other processes, and who judges them, must know. */
export type JournalLine =
  | { readonly kind: 'asked'; readonly step: number; readonly call: AskedCall; readonly atMs: number }
  | { readonly kind: 'answered'; readonly step: number; readonly by: AnsweredBy }
  | { readonly kind: 'borrowed'; readonly answer: BorrowedAnswer }
  | { readonly kind: 'minted'; readonly ids: readonly MintedId[] }
  | { readonly kind: 'stopped'; readonly verdict: Inconclusive; readonly until: number };

/** A call, as far as the ledger needs it. */
export interface AskedCall {
  readonly kind: CallKind;
  readonly name: string;
  readonly effect: boolean;
  readonly stable: boolean;
  /** The recorded step whose question this is, but for the effects before it; else the input itself. */
  readonly asks: { readonly like: number } | { readonly input: Json };
}

/**
 * One list of what all processes of a replay do, each line at its end. Every process follows the calls of the others in it, so that all of them know which
 * recorded answers are left, and none has to ask another one, which may be waiting for it.
 */
export interface Journal {
  /** Puts a line at the end, and gives those of other processes before it that it has not given yet. In one go: nothing comes in between. */
  add(line: JournalLine): readonly JournalLine[];
  /** The lines of other processes that it has not given yet. */
  heard(): readonly JournalLine[];
}
