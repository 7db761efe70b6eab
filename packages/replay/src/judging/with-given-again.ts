import type { Claim } from '../claim/claim.ts';
import type { Replay } from '../replay-result.ts';
import type { GivenAgain, Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';

/**
 * The verdict with the questions that it takes at their word: the recording heard them once, they were asked again, and nobody knows whether the
 * world would have repeated itself. None where the claim was lost before the first of them.
 */
export function withGivenAgain(verdict: Verdict, replay: Replay, claim: Claim): Verdict {
  if (verdict.kind === 'inconclusive') return verdict;
  const given = givenAgainIn(replay);
  const [first] = given.flatMap(({ steps }) => steps).sort((a, b) => a - b);
  if (first === undefined || (verdict.kind === 'fail' && verdictOf({ ...replay, until: first }, claim).kind === 'fail')) return verdict;
  return { ...verdict, givenAgain: given };
}

function givenAgainIn({ receipt: { entries }, recording, until }: Replay): readonly GivenAgain[] {
  const stepsByLender = new Map<number, number[]>();
  for (const entry of entries) {
    if (entry.how !== 'reused' || !entry.heardOnce || (until !== null && entry.step > until)) continue;
    const steps = stepsByLender.get(entry.from);
    if (steps === undefined) stepsByLender.set(entry.from, [entry.step]);
    else steps.push(entry.step);
  }
  return [...stepsByLender].flatMap(([from, steps]) => {
    const call = recording.steps[from]?.call;
    return call === undefined ? [] : [{ kind: call.kind, name: call.name, from, steps }];
  });
}
