import { claimedRun } from './claimed-run.ts';
import { type Controls, passes, referenceOf } from './controls.ts';
import type { Reference, TestRules } from './reference.ts';
import type { RunTest } from './run-test.ts';

/**
 * What mutants are made of where no right code is known yet: the code at hand violates the claim as the recorded run does, and a run is made of that which
 * does not. `null`: this is another case, or the test fails on such a run too.
 */
export async function claimedReference(
  { reference, trunk }: Controls,
  { hasBuggy, ...test }: TestRules & { readonly hasBuggy: boolean },
  run: RunTest,
): Promise<Reference | null> {
  if (hasBuggy || trunk !== 'violates-claim' || reference.kind !== 'judged' || reference.verdict.kind !== 'fail') return null;
  const made = claimedRun(reference.trace, test.claim);
  if (made === null) return null;
  const { steps, outcome } = made;
  const end = await run({ side: 'reference', change: { kind: 'conduct', edit: { kind: 'run', steps, outcome } } });
  if (!passes(end)) return null;
  // Of answers that nobody gave nothing is known in a run that nobody made.
  return { ...referenceOf(reference, test), trace: made, madeUp: new Set(), isClaimed: true };
}
