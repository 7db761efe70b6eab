import { realNow } from '@stepfork/interceptor';
import type { Json } from '@stepfork/trace';
import { settleBorrowed } from './borrowed/hanging-answers.ts';
import type { Claim } from './claim/claim.ts';
import { redactClaim } from './claim/redact-claim.ts';
import { requireWellFormed } from './claim/require-well-formed.ts';
import { toolsOf } from './claim/tools-of.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import { inTurn } from './in-turn.ts';
import { carriedOver } from './judging/carried-over.ts';
import { sameAgain } from './judging/same-again.ts';
import type { Verdict } from './judging/verdict.ts';
import { verdictOf } from './judging/verdict-of.ts';
import { withGivenAgain } from './judging/with-given-again.ts';
import { type PreparedReplay, prepareReplays } from './prepare-replay.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { Replay } from './replay-result.ts';
import { type RunReplay, runReplay } from './run-replay.ts';
import { unknownSecret } from './secrets/unknown-secret.ts';
import type { TestCase } from './test-case.ts';

export interface Check {
  readonly verdict: Verdict;
  /** The replay that was judged; what was asked again with other answers is not in it. */
  readonly replay: Replay;
}

/**
 * Replays the agent and judges what it did: pass, fail, or inconclusive with a reason. Never throws for what the agent did. The recordings
 * are tried in file order, and the first conclusive verdict counts. A verdict that the next replay does not repeat is none.
 *
 * @param run follows one recording; by default in this process.
 * @throws ConfigurationError for a test case that is asked wrongly.
 */
export async function check(
  testCase: TestCase,
  { signal, redactor }: Pick<ReplayOptions, 'signal' | 'redactor'> = {},
  run: RunReplay = runReplay,
): Promise<Check> {
  const { traces, agent, claim, ...rules } = testCase;
  const options: ReplayOptions = { ...rules, ...(signal && { signal }), ...(redactor && { redactor }) };
  requireWellFormed(claim);
  const recordings = await prepareReplays(traces, agent, options, (claim.calls ?? []).flatMap(toolsOf));
  let cold: Check | null = null;
  const { verdict, replay } = await inTurn(recordings, async (prepared) => {
    const done = await follow(prepared, claim, run);
    cold ??= done;
    // A verdict that did not repeat is the last word: what the agent carries along may be what the next recording would be passed with.
    return { ...done, isConclusive: done.verdict.kind !== 'inconclusive' || done.verdict.reason === 'not-deterministic' };
  });
  return { verdict: cold === null ? verdict : await stillCold(verdict, recordings[0], cold, claim, run), replay };
}

/**
 * Only the very first replay found the agent as a new process does. Where it could not tell, the verdict is that of an agent that has run before:
 * it counts if the first recording finds the same agent once more.
 */
async function stillCold(
  verdict: Verdict,
  trunk: PreparedReplay,
  { verdict: first, replay }: Check,
  claim: Claim,
  run: RunReplay,
): Promise<Verdict> {
  const isOfFirst = first.kind !== 'inconclusive' || first.reason === 'borrowed' || first.reason === 'not-deterministic';
  if (isOfFirst || verdict.kind === 'inconclusive' || first.reason === 'timed-out') return verdict;
  const { redactor } = trunk.redaction;
  const redactedClaim = redactor === null ? claim : redactClaim(claim, redactor);
  const difference = carriedOver(replay, (await run(trunk)).replay, redactedClaim, trunk.ignore);
  return difference === null ? verdict : { kind: 'inconclusive', reason: 'not-deterministic', ...difference };
}

async function follow(prepared: PreparedReplay, claim: Claim, run: RunReplay): Promise<Check> {
  const { redaction } = prepared;
  const redactedClaim = redaction.redactor === null ? claim : redactClaim(claim, redaction.redactor);
  refuseUnknownSecret(redaction.unknownSecretIn(redactedClaim as Json));

  const startedMs = realNow();
  const base = await run(prepared);
  const tookMs = realNow() - startedMs;
  const { replay } = base;
  const plain = verdictOf(replay, redactedClaim);
  if (plain.kind === 'inconclusive') return { verdict: plain, replay };
  const secret = plain.kind === 'fail' ? unknownSecret(plain.findings, redactedClaim, replay, redaction) : null;
  if (secret !== null) return { verdict: secret, replay };
  const again = sameAgain(plain, verdictOf((await run(prepared)).replay, redactedClaim));
  if (again.kind === 'inconclusive') return { verdict: again, replay };
  // An agent that loses its way over another answer should not cost many times what the replay cost, on this machine as busy as it is.
  const timeoutMs = Math.min(prepared.timeoutMs, Math.max(1000, 20 * Math.max(tookMs, replay.trace.endedAtMs ?? 0)));
  const verdict = await settleBorrowed(plain, base, redactedClaim, (substitution) => run(prepared, { substitution, timeoutMs }));
  return { verdict: withGivenAgain(verdict, replay, redactedClaim), replay };
}

/** Its pseudonym would be another one than in the recording, so that nothing could ever equal it: green or red for the wrong reason. */
function refuseUnknownSecret(path: string | null): void {
  if (path === null) return;
  throw new ConfigurationError(
    `the claim holds a secret at ${path}, and the key that made the pseudonyms of the recording is not at hand`,
    'Write the pseudonym that stands in the recording, or give the redactor with the key of the project.',
  );
}
