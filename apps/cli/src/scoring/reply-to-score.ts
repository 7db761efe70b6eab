import type { Claim } from '@stepfork/replay';
import { type Score, suggestClaim } from '@stepfork/score';
import type { Reply } from '../base-command.ts';
import { exitCodeOfScore } from '../exit-code.ts';
import { renderNextAfterScore, renderScore, type Scored } from '../render/score.ts';
import type { ScoreFlags } from './prepare-score.ts';

/** @param again the command as it was typed */
export function replyToScore(
  score: Score,
  scored: Scored,
  { flags, again }: { readonly flags: ScoreFlags; readonly again: string },
): Reply {
  // What code with a bug did says nothing of what is right.
  const suggestion = score.reference === null || score.isClaimed ? null : suggestClaim(score.claim, score.pins, score.reference.trace);
  const { file, agent, rules } = scored.test;
  const context = { file, agent, flags: rules };
  return {
    exit: exitCodeOfScore(score),
    value: { ...jsonOf(score, flags.suggest === true ? suggestion : undefined), runs: scored.runs },
    text: (style) => renderScore(score, { scored, suggestion: flags.suggest === true ? suggestion : null }, style),
    next: () => renderNextAfterScore(score, { context, again, canSuggest: suggestion !== null && flags.suggest !== true }),
  };
}

/** What `--json` prints: no trace, no time, so that two runs print the same. */
function jsonOf({ reference: _, claim: __, controls, ...score }: Score, suggestion: Claim | null | undefined): object {
  const end = (of: Score['controls']['reference'] | null): unknown => (of?.kind === 'judged' ? of.verdict : of);
  const missed = score.pins.filter(({ state }) => state === 'missed');
  return {
    verdict: score.verdict,
    assertionsOnly: score.assertionsOnly,
    isClaimed: score.isClaimed,
    controls: { reference: end(controls.reference), buggy: end(controls.buggy), recording: controls.trunk },
    unclaimed: missed.map(({ place, text }) => ({ ...place, text })),
    pinnedTo: score.pinnedTo,
    needsForkWhen: score.needsForkWhen,
    rejectsByDivergenceOnly: score.rejectsByDivergenceOnly,
    pins: score.pins,
    mutants: score.mutants,
    ...(suggestion !== undefined && { suggestion }),
  };
}
