import type { DrawKind } from '@stepfork/trace';

/** Who answered a call of a replayed run, and how. `from` is the recorded step whose outcome was given. */
export type AnsweredBy =
  | { readonly how: 'exact'; readonly from: number }
  /** Once more. `heardOnce`: the recording heard this question a single time, so nothing says that its answer stays the same. */
  | { readonly how: 'reused'; readonly from: number; readonly heardOnce?: true }
  /** `from`: where a fork was recorded with it; else `null`. */
  | { readonly how: 'declared'; readonly from: number | null }
  /**
   * Neither the recorded outcome of this very call nor declared. `by`: a sink's last one again, the tool's next unused one, its example, or
   * null; `inside`: what its body answered when a fork was made, being told such an answer.
   */
  | {
      readonly how: 'borrowed';
      readonly by: 'again' | 'next-unused' | 'example' | 'null' | 'inside';
      readonly from: number | null;
    }
  | { readonly how: 'live' }
  /** No answer: our refusal. */
  | { readonly how: 'refused' };

export type ReceiptEntry = AnsweredBy & { readonly step: number };

/** What became of clock, chance and timers. */
export interface ReceiptAmbient {
  /** By whom they were replayed: by us. */
  readonly controlled: readonly string[];
  /** Those that the test fakes itself. */
  readonly faked: readonly string[];
  /** Used by the agent, and real: another replay may see other values. */
  readonly uncontrolled: readonly string[];
  /** Places that drew once more than in the recording, or not at all there: they got fresh draws, the same in each replay. */
  readonly drawn: readonly { readonly kind: DrawKind; readonly site: string }[];
}

/** A recorded stream whose text, or bytes, were cut at other places. */
export interface RechunkedStream {
  /** The actual call that got it. */
  readonly step: number;
  /** JSON Pointers in its chunks; the empty one: the chunk itself. None: it had nothing to cut. */
  readonly paths: readonly string[];
  readonly chunks: { readonly recorded: number; readonly given: number };
}

export interface Receipt {
  /** The recording that was followed: 0 for the trunk, then the forks in file order. */
  readonly recording: { readonly place: number; readonly run: string };
  /** One entry per actual call, in the order of starts. */
  readonly entries: readonly ReceiptEntry[];
  /** Recorded steps that were not asked for. Information, not failure. */
  readonly unused: readonly number[];
  /** How often a field was left out by an ignore rule, by rule (`tool:search /metadata/request_id`). */
  readonly ignored: Readonly<Record<string, number>>;
  /** So many ids that bodies of models minted were taken for recorded ones that are written otherwise: the answer that minted them is the same. */
  readonly mintedIds: number;
  /** Times a body ran: live tools only. */
  readonly bodiesRun: number;
  readonly ambient: ReceiptAmbient;
  /** Left out where recorded streams were given as they are. */
  readonly rechunked?: readonly RechunkedStream[];
}
