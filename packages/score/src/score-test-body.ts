import { setTestScorer } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { type Asked, recordingsOf, redactedClaimOf } from './asked.ts';
import { passes } from './controls.ts';
import type { RunTest } from './run-test.ts';
import { type BodyOptions, runTestBody, type TestBody } from './run-test-body.ts';
import { type Score, type ScoreOptions, score } from './score.ts';
import type { BodySource } from './source/body-source.ts';
import type { SourceMutants } from './source/source-mutant.ts';

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
    const [trunk] = await recordingsOf(found);
    if (trunk === undefined) throw new Error('the test has no recording');
    const hasBuggy = body.fixed !== null || body.buggy !== null;
    // Before anything else is run: it takes long, and no run has to wait for it.
    const source = passes(first) ? await sourceOf(body, { asked: found, trunk, run }, options.ofSource) : null;
    const test = { ...found.testCase, claim: redactedClaimOf(found), trunk, hasBuggy, expectsBeyond: true };
    return await score(test, (next) => (next.side === 'reference' && next.change === null ? Promise.resolve(first) : run(next)), {
      ...options,
      ...(source !== null && { source: () => Promise.resolve(source) }),
    });
  } finally {
    setTestScorer(null);
  }
}

/** `null`: it is not asked for. */
async function sourceOf(
  { fixed, buggy }: TestBody,
  { asked, trunk, run }: { readonly asked: Asked; readonly trunk: Trace; readonly run: RunTest },
  ofSource: BodySource | undefined,
): Promise<SourceMutants | null> {
  if (ofSource === undefined) return null;
  const { agent } = asked.testCase;
  return ofSource.make({ reference: fixed ?? agent, buggy: buggy ?? (fixed === null ? null : agent), recorded: trunk.run.agent })(run);
}
