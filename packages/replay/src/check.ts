import type { Json } from '@stepfork/trace';
import { ConfigurationError } from './errors/configuration-error.ts';
import { settleBorrowed } from './hanging-answers.ts';
import { prepareReplay } from './prepare-replay.ts';
import { redactClaim } from './redact-claim.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { Replay } from './replay-result.ts';
import { requireWellFormed } from './require-well-formed.ts';
import { runReplay } from './run-replay.ts';
import type { TestCase } from './test-case.ts';
import { toolsOf } from './tools-of.ts';
import type { Verdict } from './verdict.ts';
import { verdictOf } from './verdict-of.ts';

export interface Check {
  readonly verdict: Verdict;
  /** The replay that was judged; what was asked again with other answers is not in it. */
  readonly replay: Replay;
}

/**
 * Replays the agent and judges what it did: pass, fail, or inconclusive with a reason. Never throws for what the agent did.
 *
 * @throws ConfigurationError for a test case that is asked wrongly.
 */
export async function check(testCase: TestCase, { signal, redactor }: Pick<ReplayOptions, 'signal' | 'redactor'> = {}): Promise<Check> {
  const { traces, agent, claim, ...rules } = testCase;
  const options: ReplayOptions = { ...rules, ...(signal && { signal }), ...(redactor && { redactor }) };
  requireWellFormed(claim);
  const prepared = await prepareReplay(traces, agent, options, (claim.calls ?? []).flatMap(toolsOf));
  const redactedClaim = prepared.redaction.redactor === null ? claim : redactClaim(claim, prepared.redaction.redactor);

  refuseUnknownSecret(prepared.redaction.unknownSecretIn(redactedClaim as Json));

  const base = await runReplay(prepared);
  const plain = verdictOf(base.replay, redactedClaim);
  // An agent that loses its way over another answer should not cost many times what the replay cost.
  const timeoutMs = Math.min(prepared.timeoutMs, Math.max(1000, 20 * (base.replay.trace.endedAtMs ?? 0)));
  const verdict = await settleBorrowed(plain, base, redactedClaim, (substitute) => runReplay(prepared, { substitute, timeoutMs }));
  return { verdict, replay: base.replay };
}

/** Its pseudonym would be another one than in the recording, so that nothing could ever equal it: green or red for the wrong reason. */
function refuseUnknownSecret(path: string | null): void {
  if (path === null) return;
  throw new ConfigurationError(
    `the claim holds a secret at ${path}, and the key that made the pseudonyms of the recording is not at hand`,
    'Write the pseudonym that stands in the recording, or give the redactor with the key of the project.',
  );
}
