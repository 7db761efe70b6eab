import type { Replay, Verdict } from '@stepfork/replay';
import { canonicalJson, type Json, type Trace } from '@stepfork/trace';

/** A replay and what came of it; `null`: it was not judged, and the recording answered every call. */
export interface Judged {
  readonly verdict: Verdict | null;
  readonly replay: Replay;
}

/**
 * What cutting the streams elsewhere has changed: `nothing-cut`: there was no text to cut; `same`: the agent did the same; `other-conduct`: other
 * calls or another outcome, and the same verdict; `other-verdict`.
 */
export type RechunkResult = 'nothing-cut' | 'same' | 'other-conduct' | 'other-verdict';

export function compareRechunked(plain: Judged, cut: Judged): RechunkResult {
  if ((cut.replay.receipt.rechunked ?? []).every(({ paths }) => paths.length === 0)) return 'nothing-cut';
  if (keyOf(plain.verdict) !== keyOf(cut.verdict)) return 'other-verdict';
  return canonicalJson(conductOf(plain.replay.trace)) === canonicalJson(conductOf(cut.replay.trace)) ? 'same' : 'other-conduct';
}

function keyOf(verdict: Verdict | null): string {
  if (verdict === null || verdict.kind === 'pass') return 'yes';
  return verdict.kind === 'fail' ? `fail ${verdict.findings[0]?.message}` : `inconclusive ${verdict.reason}`;
}

/** What it asked and what came of it. How its answers were cut is not its doing. */
function conductOf({ steps, outcome }: Trace): Json {
  return [steps.map(({ call }) => [call.kind, call.name, call.input]), { ...outcome }];
}
