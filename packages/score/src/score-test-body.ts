import { type Agent, readTraceFile, redactClaim, setTestScorer, type TestCase } from '@stepfork/replay';
import type { Redactor, Trace } from '@stepfork/trace';
import type { Judged } from './controls.ts';
import { changedCase, runEdited } from './run-in-process.ts';
import type { RunTest, TestRun } from './run-test.ts';
import { type Score, type ScoreOptions, score } from './score.ts';

/** A test of a runner, to be run many times. */
export interface TestBody {
  /** Rejects where the test fails. */
  readonly run: () => Promise<unknown>;
  /** In the place of the agent that the test names; then that one is the code with the bug, unless one is given. */
  readonly fixed: Agent | null;
  readonly buggy: Agent | null;
}

/**
 * Scores a test by its own body: `verify` is answered with one change at a time, and what the test expects besides decides too. `null`: the test
 * does not call `verify`.
 *
 * @throws Error for a test that calls `verify` more than once
 */
export async function scoreTestBody(body: TestBody, options: ScoreOptions = {}): Promise<Score | null> {
  let current: TestRun = { side: 'reference', change: null };
  let asked: { readonly testCase: TestCase; readonly redactor: Redactor | undefined } | null = null;
  let last: Judged | null = null;
  let calls = 0;
  setTestScorer(async (testCase, given, own) => {
    asked = { testCase, redactor: given.redactor };
    calls += 1;
    const { side, change } = current;
    const agent = side === 'reference' ? (body.fixed ?? testCase.agent) : (body.buggy ?? testCase.agent);
    const run = change?.kind === 'conduct' ? runEdited(change.edit, own.runReplay) : own.runReplay;
    const checked = await own.check(changedCase({ ...testCase, agent }, change), given, run);
    const { trace, recording, receipt } = checked.replay;
    last = { kind: 'judged', verdict: checked.verdict, trace, recording, receipt };
    return checked;
  });
  const run: RunTest = async (next) => {
    current = next;
    last = null;
    calls = 0;
    const failure = await body.run().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (calls > 1) throw new Error('the test calls verify more than once: score its cases one by one');
    const ended = last as Judged | null;
    if (failure === null && ended === null) return { kind: 'failed-beyond', message: 'it ended before verify did, which must be awaited' };
    // Whether a test passes is for its body to say: it may catch what verify throws.
    if (failure === null && ended !== null) return { ...ended, verdict: { kind: 'pass' } };
    if (ended !== null && ended.verdict.kind !== 'pass') return ended;
    return { kind: 'failed-beyond', message: firstLine(failure?.error) };
  };
  try {
    await run(current);
    const found = asked as { readonly testCase: TestCase; readonly redactor: Redactor | undefined } | null;
    if (found === null) return null;
    const { testCase, redactor } = found;
    const claim = redactor === undefined ? testCase.claim : redactClaim(testCase.claim, redactor);
    const hasBuggy = body.fixed !== null || body.buggy !== null;
    return await score({ ...testCase, claim, trunk: await trunkOf(testCase), hasBuggy, expectsBeyond: true }, run, {
      ...options,
      atOnce: 1,
    });
  } finally {
    setTestScorer(null);
  }
}

async function trunkOf({ traces }: TestCase): Promise<Trace> {
  const files = traces instanceof URL ? [await readTraceFile(traces)] : 'trunk' in traces ? [traces] : traces;
  const [first] = files;
  if (first === undefined) throw new Error('the test has no recording');
  return first.trunk;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
