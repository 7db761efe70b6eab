import type { Claim } from '@stepfork/replay';
import type { Json, Trace } from '@stepfork/trace';
import type { RuleOut } from './rule-out.ts';
import { formsOf, leavesOf } from './value-forms.ts';

/**
 * Where no corrected code says what it needs, the claim does: a value that it expects and that stood in an answer must go on standing in one. The
 * buggy code may never have looked at it; without it no code could be right.
 */
export function claimedValues({ returns, calls = [] }: Claim, recording: Trace): RuleOut {
  const told = toldIn(recording);
  const expected = [returns, ...calls.map((call) => ('with' in call ? call.with : undefined))];
  const leaves = new Set(expected.flatMap((value) => (value === undefined ? [] : leavesOf(value as Json))));
  const wanted = [...leaves].map((leaf) => formsOf(leaf, 1).filter((form) => told.includes(form))).filter((forms) => forms.length > 0);
  return (candidate) => {
    const text = toldIn(candidate);
    const missing = wanted.find((forms) => !forms.some((form) => text.includes(form)));
    return missing === undefined ? null : `nothing that the agent is told holds ${missing[0]}, which the claim expects`;
  };
}

/** Texts inside of texts are escaped: unescaped they read as they are meant. */
function toldIn({ run, steps }: Trace): string {
  return JSON.stringify([run.input, steps.map(({ outcome }) => outcome)]).replaceAll('\\', '');
}
