import type { Json } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import type { Finding, Inconclusive } from '../judging/verdict.ts';
import type { Replay } from '../replay-result.ts';
import { findPseudonym } from './find-pseudonym.ts';
import type { ReplayRedactor } from './replay-redactor.ts';

/**
 * Why a fail says nothing: what it compares holds a secret that did not come from the recording, and without the key of the project its
 * pseudonym is another one each time. `null`: it does not.
 */
export function unknownSecret(
  [first]: readonly Finding[],
  claim: Claim,
  { trace, until }: Replay,
  { unknownSecretIn }: ReplayRedactor,
): Inconclusive | null {
  const isCompared = findPseudonym(claim as Json) !== null || (first?.actual !== undefined && unknownSecretIn(first.actual) !== null);
  if (!isCompared) return null;
  const { outcome } = trace;
  const output = outcome.kind === 'returned' ? unknownSecretIn(outcome.value) : null;
  if (output !== null) return { ...secret, step: null, name: 'the output', path: output };
  for (const { index, call } of trace.steps.slice(0, (until ?? trace.steps.length) + 1)) {
    const path = unknownSecretIn(call.input);
    if (path !== null) return { ...secret, step: index, name: call.name, path };
  }
  return null;
}

const secret = { kind: 'inconclusive', reason: 'opaque', type: 'secret', isSecret: true } as const;
