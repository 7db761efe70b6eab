import type { Json, Step } from '@stepfork/trace';
import { briefClaim } from '../claim/brief-claim.ts';
import type { Claim } from '../claim/claim.ts';
import { callsOf, type Statement, statementsOf, unmatched } from '../claim/statements.ts';
import { brief } from '../matchers/brief.ts';
import { sameFindings } from './same-findings.ts';
import type { Finding } from './verdict.ts';

/** What these calls have broken for good, whatever comes after them. */
export function exceeded(
  claim: Claim,
  steps: readonly Step[],
  statements: readonly Statement[] = statementsOf(claim, steps),
): readonly Finding[] {
  return (claim.calls ?? []).flatMap((item) => {
    if ('never' in item) return forbidden(item.never, steps);
    if ('order' in item) return outOfOrder(item.order, steps);
    if ('same' in item) return sameFindings(item, steps);
    if ('atMost' in item) return tooManyInAll(item.atMost, steps);
    const own = statements.find((one) => one.claim === item);
    return own === undefined ? [] : [...tooOften(own), ...(item.only === true ? notCovered(item.tool, statements) : [])];
  });
}

function forbidden(tool: string, steps: readonly Step[]): readonly Finding[] {
  const [first] = callsOf(tool, steps);
  if (first === undefined) return [];
  const message = `${tool} was called with ${brief(first.call.input)} (step ${first.index}), claimed never`;
  return [{ kind: 'never', message, expected: undefined, actual: first.call.input }];
}

function tooOften({ claim, most, matching }: Statement): readonly Finding[] {
  if (matching.length <= most) return [];
  const how = claim.with === undefined ? '' : ` with ${briefClaim(claim.with)}`;
  const message = `${claim.tool} was called ${times(matching.length)}${how}, claimed ${most === 0 ? 'never' : `at most ${times(most)}`}`;
  return [{ kind: 'called', message, expected: most, actual: matching.length }];
}

function notCovered(tool: string, statements: readonly Statement[]): readonly Finding[] {
  const own = statements.filter(({ claim }) => claim.tool === tool && claim.with !== undefined);
  const allowed: readonly Json[] = own.flatMap(({ claim }) => (claim.with === undefined ? [] : [claim.with]));
  return unmatched(own).map(({ call, index }) => ({
    kind: 'only',
    message: `${tool} was called with ${brief(call.input)} (step ${index}), which no \`with\` of the claim allows`,
    expected: allowed.length === 1 ? allowed[0] : allowed,
    actual: call.input,
  }));
}

/** A tool came before the first call of one that the claim puts in front of it. */
function outOfOrder(order: readonly string[], steps: readonly Step[]): readonly Finding[] {
  // By place: calls that one answer of a model asked for have one number.
  const first = order.map((tool) => {
    const [call] = callsOf(tool, steps);
    return call === undefined ? undefined : steps.indexOf(call);
  });
  const at = order.findIndex((_, i) => i > 0 && first[i] !== undefined && (first[i - 1] ?? Number.POSITIVE_INFINITY) > (first[i] ?? 0));
  const [before, after] = [order[at - 1], order[at]];
  if (before === undefined || after === undefined) return [];
  const actual = order
    .filter((_, i) => first[i] !== undefined)
    .sort((a, b) => (first[order.indexOf(a)] ?? 0) - (first[order.indexOf(b)] ?? 0));
  return [{ kind: 'order', message: `${after} was called before ${before}, claimed ${order.join(', then ')}`, expected: order, actual }];
}

function tooManyInAll(most: number, steps: readonly Step[]): readonly Finding[] {
  if (steps.length <= most) return [];
  return [{ kind: 'at-most', message: `more than ${most} ${most === 1 ? 'call' : 'calls'} in all`, expected: most, actual: steps.length }];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
