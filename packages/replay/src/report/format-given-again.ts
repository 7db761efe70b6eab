import type { Verdict } from '../judging/verdict.ts';
import { list } from './list.ts';

/** What a verdict takes at its word, a line for each question; none where it rests on nothing that was given again. */
export function formatGivenAgain(verdict: Verdict): readonly string[] {
  if (verdict.kind === 'inconclusive') return [];
  return (verdict.givenAgain ?? []).map(({ kind, name, from, steps }) => {
    const who = steps.length > 3 ? `${steps.length} steps` : `${steps.length === 1 ? 'step' : 'steps'} ${list(steps.map(String))}`;
    return `  rests on an answer given again: ${kind} ${name} was heard once (recorded step ${from}), and ${who} asked it again`;
  });
}
