import { diffTraces, type Trace, type TraceFile } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { judge } from '../judging/judge.ts';
import type { Finding } from '../judging/verdict.ts';
import { isSameInput } from '../ledger/is-same-input.ts';
import { findPseudonym } from '../secrets/find-pseudonym.ts';

/** What came of attaching a recorded run. */
export type Attached =
  | { readonly kind: 'attached'; readonly fork: Trace }
  /** The file holds that run already, or one that asked and heard the same: the trunk (0) or a fork (from 1). */
  | { readonly kind: 'same-as'; readonly place: number }
  /** It is no fix, or the claim depends on the day. */
  | { readonly kind: 'violates'; readonly findings: readonly Finding[] };

/**
 * A recorded run of the corrected code as a fork of this file. With a claim it is judged first.
 *
 * @throws ConfigurationError for a run that is none of the same agent: another input, not recorded to its end, a what-if or a kept replay, another redaction key
 */
export function attachFork({ trunk, forks }: TraceFile, from: Trace, claim: Claim | null): Attached {
  refuseDerived(from);
  const place = [trunk, ...forks].findIndex(
    (one) => one.run.id === from.run.id || (heardTheWorld(one) && diffTraces(one, from).length === 0),
  );
  if (place !== -1) return { kind: 'same-as', place };
  refuseForeign(trunk, from);
  const findings = claim === null ? [] : judge(from, claim, undefined, toolNames([trunk, ...forks]));
  if (findings.length > 0) return { kind: 'violates', findings };
  return { kind: 'attached', fork: { ...from, run: { ...from.run, derived: { kind: 'attached', of: trunk.run.id } } } };
}

function toolNames(recordings: readonly Trace[]): ReadonlySet<string> {
  return new Set(recordings.flatMap(({ steps }) => steps.flatMap(({ call }) => (call.kind === 'tool' ? [call.name] : []))));
}

/** No answer in it was borrowed or declared: a run that has heard the same from the world itself would add nothing. */
function heardTheWorld({ steps }: Trace): boolean {
  return steps.every(({ answered }) => answered === undefined || ['exact', 'reused', 'live'].includes(answered.how));
}

function refuseDerived({ run: { derived } }: Trace): void {
  if (derived?.kind === 'what-if' || derived?.kind === 'replayed') {
    const what = derived.kind === 'what-if' ? 'a what-if' : 'a kept replay';
    throw new ConfigurationError(`the run to attach is ${what}, not a recording`, 'Record the corrected code: stepfork record.');
  }
}

function refuseForeign(trunk: Trace, from: Trace): void {
  if (from.outcome.kind === 'interrupted' || from.endedAtMs === null) {
    throw new ConfigurationError('the run to attach was not recorded to its end', 'Record it again.');
  }
  if (hasOtherKey(trunk, from)) {
    throw new ConfigurationError(
      'the run to attach was redacted with another key, so that its secrets would be others than those of the trunk',
      'Record it where the redaction key of the trunk is.',
    );
  }
  if (!isSameInput(trunk.run, from.run)) {
    throw new ConfigurationError(
      'the run to attach had another input, so it is no fork of this trace',
      'Record the corrected code on the input of the trunk; `stepfork diff` shows where the two differ.',
    );
  }
}

/** Pseudonyms of different keys cannot be compared; where there are none, no key matters. */
function hasOtherKey(trunk: Trace, from: Trace): boolean {
  if (trunk.run.redaction?.keyId === from.run.redaction?.keyId) return false;
  return [from.run.input, ...from.steps.flatMap(({ call, outcome }) => [call.input, outcome as never])].some(
    (value) => findPseudonym(value) !== null,
  );
}
