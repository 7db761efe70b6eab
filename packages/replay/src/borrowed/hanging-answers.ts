import type { Json } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import { isSameVerdict } from '../judging/is-same-verdict.ts';
import type { Verdict } from '../judging/verdict.ts';
import { verdictOf } from '../judging/verdict-of.ts';
import { matches } from '../matchers/matches.ts';
import { namesDifferences } from '../matchers/names-differences.ts';
import type { FinishedReplay } from '../run-replay.ts';
import { appearances } from './appearances.ts';
import type { BorrowedAnswer } from './borrowed-answer.ts';
import { probes } from './probes.ts';
import type { Substitution } from './substitution.ts';

/** Replays once more, with other outcomes in the place of borrowed ones. */
export type ReplayAgain = (substitution: Substitution) => Promise<FinishedReplay>;

/** With more borrowed answers than this it is not asked of each of them alone whether the verdict hangs on it. */
const mostAskedAlone = 20;

/**
 * The verdict of a replay in which answers were borrowed. It hangs on them if other answers in their place would end with another
 * verdict or another first finding, and then stands only with the claim's leave.
 */
export async function settleBorrowed(verdict: Verdict, base: FinishedReplay, claim: Claim, again: ReplayAgain): Promise<Verdict> {
  const { borrowed, replay } = base;
  const [first] = borrowed;
  if (first === undefined || verdict.kind === 'inconclusive') return verdict;
  if (verdict.kind === 'fail' && verdictOf({ ...replay, until: first.step }, claim).kind === 'fail') return verdict;
  const doubt: Doubt = { verdict, claim, again, borrowed };
  if (!(await hangsOn(doubt, first, null))) return verdict;

  const hanging = await hangingAlone(doubt);
  const leave = verdict.kind === 'pass' ? isApproved : isDisapproved;
  if (hanging.every((answer) => leave(answer, claim, base.holdsDraw))) return verdict;
  return {
    kind: 'inconclusive',
    reason: 'borrowed',
    would: verdict.kind,
    hanging: hanging.map(({ step, kind, tool, by }) => ({
      step,
      tool,
      appearsIn: appearances(step, replay.trace),
      ...(by.by === 'inside' && { inside: kind }),
    })),
  };
}

/** Those on which it hangs one by one; if it does on none alone, all of them. */
async function hangingAlone(doubt: Doubt): Promise<readonly BorrowedAnswer[]> {
  const { borrowed } = doubt;
  if (borrowed.length === 1 || borrowed.length > mostAskedAlone) return borrowed;
  const alone: BorrowedAnswer[] = [];
  for (const [at, answer] of borrowed.entries()) if (await hangsOn(doubt, answer, at)) alone.push(answer);
  return alone.length > 0 ? alone : borrowed;
}

/** What is asked of a verdict: would it be another one if these answers were others? */
interface Doubt {
  readonly verdict: Verdict;
  readonly claim: Claim;
  readonly again: ReplayAgain;
  readonly borrowed: readonly BorrowedAnswer[];
}

/** `first` is the first answer that is replaced. */
async function hangsOn({ verdict, claim, again, borrowed }: Doubt, first: BorrowedAnswer, only: number | null): Promise<boolean> {
  for (const [place, probe] of probes.entries()) {
    if (!borrowed.some((answer, ordinal) => (only === null || ordinal === only) && probe(answer) !== null)) continue;
    const asked = await again({ probe: place, only });
    // Up to there nothing was different. An agent that asks otherwise all the same keeps something from run to run, and proves nothing.
    const replaced = asked.borrowed[only ?? 0];
    if (replaced?.step !== first.step || replaced.tool !== first.tool) return true;
    if (!isSameVerdict(verdict, verdictOf(asked.replay, claim))) return true;
  }
  return false;
}

/** The claim knows this call: one `with` matches it and names all in which it is not the call that was recorded. */
function isApproved(answer: BorrowedAnswer, claim: Claim, isDrawn: (text: string) => boolean): boolean {
  const { input, lentInput } = answer;
  return patternsFor(answer, claim).some((pattern) => matches(pattern, input) && namesDifferences(pattern, input, lentInput, isDrawn));
}

/** The claim speaks of this tool, and of no such call. */
function isDisapproved(answer: BorrowedAnswer, claim: Claim): boolean {
  const patterns = patternsFor(answer, claim);
  return patterns.length > 0 && !patterns.some((pattern) => matches(pattern, answer.input));
}

function patternsFor({ tool, kind }: BorrowedAnswer, claim: Claim): readonly Json[] {
  if (kind !== 'tool') return [];
  return (claim.calls ?? []).flatMap((item) => ('tool' in item && item.tool === tool && item.with !== undefined ? [item.with] : []));
}
