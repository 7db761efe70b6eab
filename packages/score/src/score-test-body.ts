import { readTraceFile, redactClaim, setTestScorer, type TestCase } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { type BodyOptions, runTestBody, type TestBody } from './run-test-body.ts';
import { type Score, type ScoreOptions, score } from './score.ts';

/**
 * Scores a test by its own body: `verify` is answered with one change at a time, and what the test expects besides decides too. `null`: the test
 * does not call `verify`.
 *
 * @throws Error for a test that calls `verify` more than once, and for one that never comes to it
 */
export async function scoreTestBody(body: TestBody, options: ScoreOptions & BodyOptions = {}): Promise<Score | null> {
  const { run, asked } = runTestBody(body, options);
  try {
    const first = await run({ side: 'reference', change: null });
    const found = asked();
    if (found === null && first.kind === 'timed-out') throw new Error('the test never ends, and does not call verify before that');
    if (found === null) return null;
    const { testCase, redactor } = found;
    const claim = redactor === undefined ? testCase.claim : redactClaim(testCase.claim, redactor);
    const hasBuggy = body.fixed !== null || body.buggy !== null;
    const test = { ...testCase, claim, trunk: await trunkOf(testCase), hasBuggy, expectsBeyond: true };
    return await score(test, (next) => (next.side === 'reference' && next.change === null ? Promise.resolve(first) : run(next)), options);
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
