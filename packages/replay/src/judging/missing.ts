import type { Json, Step } from '@stepfork/trace';
import { briefClaim } from '../claim/brief-claim.ts';
import type { CallClaim, Claim } from '../claim/claim.ts';
import { callsOf, type Statement, statementsOf } from '../claim/statements.ts';
import { brief } from '../matchers/brief.ts';
import { mismatches } from '../matchers/mismatches.ts';
import { projection } from '../matchers/projection.ts';
import { bestAssignment } from './best-assignment.ts';
import type { Finding } from './verdict.ts';

/** A claimed call that was not made. */
interface Unmet {
  readonly statement: Statement;
  readonly with: Json;
}

interface MissingOptions {
  /** Only these parts of the claim. */
  readonly wanted?: (item: CallClaim) => boolean;
  /** Those of the claim, where they are known. */
  readonly statements?: readonly Statement[];
}

/** Above so many calls of one tool, expected and made ones are paired in order: the best pairing would take too long. */
const mostPaired = 200;

/** Calls that the claim wants and that were not made. Each is shown beside the left-over call that it most probably is. */
export function missing(
  claim: Claim,
  steps: readonly Step[],
  { wanted = () => true, statements = statementsOf(claim, steps) }: MissingOptions = {},
): readonly Finding[] {
  const paired = new Map<Statement, Finding[]>();
  for (const tool of new Set(statements.map((one) => one.claim.tool))) {
    for (const { unmet, finding } of pair(tool, statements, steps)) {
      const findings = paired.get(unmet.statement) ?? [];
      paired.set(unmet.statement, [...findings, finding]);
    }
  }
  return (claim.calls ?? []).filter(wanted).flatMap((item) => {
    if ('order' in item) return neverCalled(item.order, steps);
    if ('same' in item) return noneTheSame(item, steps);
    const own = statements.find((one) => one.claim === item);
    if (own === undefined) return [];
    return own.claim.with === undefined ? tooFew(own) : (paired.get(own) ?? []);
  });
}

function tooFew({ claim, least, matching }: Statement): readonly Finding[] {
  if (matching.length >= least) return [];
  const message =
    matching.length === 0
      ? `${claim.tool} was never called`
      : `${claim.tool} was called ${matching.length} times, claimed at least ${least}`;
  return [{ kind: 'called', message, expected: least, actual: matching.length }];
}

function neverCalled(order: readonly string[], steps: readonly Step[]): readonly Finding[] {
  const made = order.filter((tool) => callsOf(tool, steps).length > 0);
  if (made.length === order.length) return [];
  const absent = order.find((tool) => !made.includes(tool));
  return [{ kind: 'order', message: `${absent} was never called, claimed ${order.join(', then ')}`, expected: order, actual: made }];
}

function noneTheSame({ same, of }: Extract<CallClaim, { readonly same: string }>, steps: readonly Step[]): readonly Finding[] {
  if (callsOf(of, steps).length > 0) return [];
  const message = `${of} was never called, claimed the same ${same === '' ? 'input' : same} in all its calls`;
  return [{ kind: 'same', message, expected: 1, actual: 0 }];
}

function pair(
  tool: string,
  all: readonly Statement[],
  steps: readonly Step[],
): readonly { readonly unmet: Unmet; readonly finding: Finding }[] {
  const statements = all.filter(({ claim }) => claim.tool === tool && claim.with !== undefined);
  const unmet = statements.flatMap((statement) => {
    const left = Math.min(mostPaired, Math.max(0, statement.least - statement.matching.length));
    const { with: claimed } = statement.claim;
    return claimed === undefined ? [] : Array.from({ length: left }, (): Unmet => ({ statement, with: claimed }));
  });
  if (unmet.length === 0) return [];
  const leftOver = callsOf(tool, steps).filter((step) => !statements.some(({ matching }) => matching.includes(step)));
  const columns = pairing(unmet, leftOver);
  return unmet.map((one, row) => ({ unmet: one, finding: findingOf(tool, one, leftOver[columns[row] ?? -1], steps) }));
}

function pairing(unmet: readonly Unmet[], leftOver: readonly Step[]): readonly (number | null)[] {
  const longest = Math.max(unmet.length, leftOver.length);
  if (longest <= 1 || longest > mostPaired) return unmet.map((_, row) => (row < leftOver.length ? row : null));
  // Among pairings that are equally good, that which keeps the order: its weight never reaches that of one difference.
  return bestAssignment(
    unmet.map((one, row) => leftOver.map(({ call }, column) => differences(one.with, call.input) * 100_000 + Math.abs(row - column))),
  );
}

function differences(expected: Json, actual: Json): number {
  return [...mismatches(expected, actual)].length;
}

function findingOf(tool: string, unmet: Unmet, step: Step | undefined, steps: readonly Step[]): Finding {
  const { with: expected } = unmet;
  if (step === undefined) {
    const made = callsOf(tool, steps).length === 0 ? `${tool} was never called` : `${tool} was not called`;
    const often = unmet.statement.least > 1 ? ` ${unmet.statement.least} times` : '';
    return { kind: 'called', message: `${made}, claimed${often} with ${briefClaim(expected)}`, expected, actual: undefined };
  }
  const [first] = mismatches(expected, step.call.input);
  const where = first === undefined || first.path === '' ? '' : ` ${first.path}`;
  return {
    kind: 'called',
    message: `${tool} was called with${where} ${brief(first?.actual)}, claimed ${briefClaim(first?.expected)} (step ${step.index})`,
    expected,
    actual: projection(expected, step.call.input),
  };
}
