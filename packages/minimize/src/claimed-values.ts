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
  const wanted = [...leaves].map((leaf) => formsIn(told, leaf)).filter((forms) => forms.length > 0);
  return (candidate) => {
    const text = toldIn(candidate);
    const missing = wanted.find((forms) => !forms.some(({ isIn }) => isIn(text)));
    return missing === undefined ? null : `nothing that the agent is told holds ${missing[0]?.shown}, which the claim expects`;
  };
}

interface Form {
  readonly shown: string;
  isIn(text: string): boolean;
}

/** Those forms of a claimed value that stand in `told`. */
function formsIn(told: string, leaf: Json): readonly Form[] {
  return formsOf(leaf, 1)
    .map((form) => (typeof leaf === 'number' ? numberForm(leaf, form) : { shown: form, isIn: (text: string) => text.includes(form) }))
    .filter(({ isIn }) => isIn(told));
}

/** A number stands there by itself: 5 is not in 45, and 49.9 is in 49.90. */
function numberForm(leaf: number, form: string): Form {
  const end = form.includes('.') ? '(?!0*[1-9])' : String.raw`(?!\d|\.\d*[1-9])`;
  const digits = form.replace(/[.+]/g, String.raw`\$&`);
  const pattern = new RegExp(String.raw`(?<!\d|\d\.)${digits}${end}`);
  return { shown: form === String(leaf) ? form : `${leaf} (as ${form})`, isIn: (text) => pattern.test(text) };
}

/** Texts inside of texts are escaped: unescaped they read as they are meant. */
function toldIn({ run, steps }: Trace): string {
  return JSON.stringify([run.input, steps.map(({ outcome }) => outcome)]).replaceAll('\\', '');
}
