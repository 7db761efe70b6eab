import type { Json, JsonObject, RunOutcome, Trace } from '@stepfork/trace';
import { briefClaim } from '../claim/brief-claim.ts';
import type { Claim } from '../claim/claim.ts';
import { statementsOf } from '../claim/statements.ts';
import { brief } from '../matchers/brief.ts';
import { keysOf } from '../matchers/contents.ts';
import { matches } from '../matchers/matches.ts';
import { mismatches } from '../matchers/mismatches.ts';
import { projection } from '../matchers/projection.ts';
import { withObserved } from '../observed/with-observed.ts';
import { exceeded } from './exceeded.ts';
import { lost } from './lost.ts';
import { missing } from './missing.ts';
import { brokenRequests, missingRequests } from './request-findings.ts';
import type { Finding } from './verdict.ts';

/** What {@link judge} finds, one after the other: who asks for the first one only does not pay for the rest. */
export function* findingsOf(
  actual: Trace,
  claim: Claim,
  until?: number,
  boundaries?: ReadonlySet<string>,
  isMatching?: (claimed: Json, input: Json) => boolean,
): Generator<Finding> {
  if (until !== undefined) {
    yield* lost(claim, withObserved(actual.steps.slice(0, until + 1), boundaries));
    return;
  }
  const thrown = throwsFindings(claim, actual.outcome);
  yield* thrown;
  if (claim.calls !== undefined || claim.requests !== undefined) {
    const steps = withObserved(actual.steps, boundaries);
    const statements = statementsOf(claim, steps, isMatching);
    yield* exceeded(claim, steps, statements);
    yield* brokenRequests(claim, steps);
    yield* missing(claim, steps, { statements });
    yield* missingRequests(claim, steps);
  }
  // An error that was not claimed explains why nothing was returned.
  if (thrown.length === 0) yield* returnsFindings(claim, actual.outcome);
}

function throwsFindings({ throws = false }: Claim, outcome: RunOutcome): readonly Finding[] {
  if (throws === false) {
    if (outcome.kind !== 'threw') return [];
    return [{ kind: 'throws', message: `the agent threw ${describeError(outcome.error)}`, expected: undefined, actual: outcome.error }];
  }
  if (outcome.kind !== 'threw') {
    const actual = outcome.kind === 'returned' ? outcome.value : undefined;
    return [{ kind: 'throws', message: 'the agent threw nothing, claimed an error', expected: throws, actual }];
  }
  return throws === true ? [] : errorFindings(throws, outcome.error);
}

function errorFindings(claimed: Exclude<Claim['throws'], boolean | undefined>, error: Json): readonly Finding[] {
  const own = errorParts(error);
  const fits =
    (claimed.name === undefined || claimed.name === own.name) &&
    (claimed.message === undefined || (typeof own.message === 'string' && own.message.includes(claimed.message))) &&
    (claimed.code === undefined || claimed.code === own.code);
  if (fits) return [];
  const actual = Object.fromEntries(Object.entries(own).filter(([key]) => key in claimed));
  return [
    {
      kind: 'throws',
      message: `the agent threw ${describeError(error)}, claimed ${brief({ ...claimed })}`,
      expected: { ...claimed },
      actual,
    },
  ];
}

function returnsFindings({ returns, exactly = false }: Claim, outcome: RunOutcome): readonly Finding[] {
  if (returns === undefined || outcome.kind === 'threw') return [];
  if (outcome.kind === 'interrupted') {
    return [{ kind: 'returns', message: 'the run was interrupted before it returned', expected: returns, actual: undefined }];
  }
  if (!exactly && matches(returns, outcome.value)) return [];
  const [first] = mismatches(returns, outcome.value, exactly);
  if (first === undefined) return [];
  const where = first.path === '' ? '' : ` at ${first.path}`;
  return [
    {
      kind: 'returns',
      message: `returned ${brief(first.actual)}${where}, claimed ${briefClaim(first.expected)}`,
      expected: returns,
      actual: exactly ? outcome.value : projection(returns, outcome.value),
    },
  ];
}

function describeError(error: Json): string {
  const { name, message } = errorParts(error);
  if (name === undefined && message === undefined) return brief(error);
  return `${typeof name === 'string' ? name : 'an error'}: ${typeof message === 'string' ? message : brief(message)}`;
}

/** Of an error, or of whatever else was thrown, what a claim can speak of. */
function errorParts(error: Json): JsonObject {
  const parts = keysOf(error, null);
  return Object.fromEntries(
    ['name', 'message', 'code'].flatMap((key): (readonly [string, Json])[] => {
      const value = parts?.get(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
