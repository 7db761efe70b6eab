import { type Agent, type Check, check, judge, type ReplayOptions, redactClaim, type TestCase } from '@stepfork/replay';
import { readTraceFile } from '@stepfork/trace/file';
import { type AdmissionKind, admissionAdvice, type TrunkSide } from './admission-advice.ts';

/** The code with the bug, and the corrected code where there is some. */
export interface AdmissionSides {
  readonly buggy: Agent;
  readonly fixed?: Agent;
}

export interface Admission {
  readonly kind: AdmissionKind;
  /** What it means and what to do: one sentence. */
  readonly advice: string;
  readonly buggy: Check;
  /** `null`: no fixed code was given. */
  readonly fixed: Check | null;
  readonly trunk: TrunkSide;
}

/**
 * The proof that a test is worth having: it fails on the buggy code because the claim is violated, and passes on the fixed code.
 *
 * Each side is replayed like the exported test would be, one after the other, the buggy one first.
 *
 * @throws what `check` throws for a test case that is asked wrongly, before any side is run.
 */
export async function admit(
  testCase: Omit<TestCase, 'agent'>,
  { buggy, fixed }: AdmissionSides,
  options: Pick<ReplayOptions, 'signal' | 'redactor'> = {},
): Promise<Admission> {
  // Read once: both sides follow the same recording even if the file changes in between.
  const traces = testCase.traces instanceof URL ? await readTraceFile(testCase.traces) : testCase.traces;
  const buggyCheck = await check({ ...testCase, traces, agent: buggy }, options);
  const fixedCheck = fixed === undefined ? null : await check({ ...testCase, traces, agent: fixed }, options);
  const kind = admissionKind(buggyCheck, fixedCheck);
  const [first] = 'trunk' in traces ? [traces] : traces;
  const claim = options.redactor === undefined ? testCase.claim : redactClaim(testCase.claim, options.redactor);
  const trunk = first !== undefined && judge(first.trunk, claim).length > 0 ? 'violates-claim' : 'satisfies-claim';
  return {
    kind,
    advice: admissionAdvice(kind, buggyCheck, fixedCheck, trunk),
    buggy: buggyCheck,
    fixed: fixedCheck,
    trunk,
  };
}

/** What is certain goes first: a test that cannot fail or cannot pass is useless whatever the other side does. */
function admissionKind(buggy: Check, fixed: Check | null): AdmissionKind {
  if (buggy.verdict.kind === 'pass') return 'cannot-fail';
  if (fixed?.verdict.kind === 'fail') return 'cannot-pass';
  if (buggy.verdict.kind === 'inconclusive' || fixed?.verdict.kind === 'inconclusive') return 'unproven';
  return fixed === null ? 'red-only' : 'admitted';
}
