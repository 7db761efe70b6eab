import type { Verdict } from './verdict.ts';

/** The same verdict, and for a fail the same first finding. */
export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  if (a.kind !== 'fail' || b.kind !== 'fail') return a.kind === b.kind;
  const [one, other] = [a.findings[0], b.findings[0]];
  return one?.kind === other?.kind && one?.message === other?.message;
}
