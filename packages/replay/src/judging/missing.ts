import type { Json, Step } from '@stepfork/trace';
import { briefClaim } from '../claim/brief-claim.ts';
import type { CallClaim, Claim } from '../claim/claim.ts';
import { callsOf, type Statement, statementsOf, unmatched } from '../claim/statements.ts';
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

/** Beside the call that it most probably is; `undefined`: none is left. */
interface Pair {
  readonly unmet: Unmet;
  readonly step: Step | undefined;
}

interface MissingOptions {
  /** Only these parts of the claim. */
  readonly wanted?: (item: CallClaim) => boolean;
  /** Those of the claim, where they are known. */
  readonly statements?: readonly Statement[];
}

/** Above so many calls of one tool, expected and made ones are paired in order: the best pairing would take too long. */
const mostPaired = 200;

/** Calls that the claim wants and that were not made, one after the other. Each is shown beside the left-over call that it most probably is. */
export function* missing(
  claim: Claim,
  steps: readonly Step[],
  { wanted = () => true, statements = statementsOf(claim, steps) }: MissingOptions = {},
): Generator<Finding> {
  const pairs = new Map<string, readonly Pair[]>();
  const pairsOf = (tool: string): readonly Pair[] => {
    const known = pairs.get(tool) ?? pair(tool, statements);
    pairs.set(tool, known);
    return known;
  };
  for (const item of claim.calls ?? []) {
    if (!wanted(item)) continue;
    if ('order' in item) yield* neverCalled(item.order, steps);
    if ('same' in item) yield* noneTheSame(item, steps);
    const own = 'tool' in item ? statements.find((one) => one.claim === item) : undefined;
    if (own === undefined) continue;
    if (own.claim.with === undefined) yield* tooFew(own);
    else
      for (const { unmet, step } of pairsOf(own.claim.tool))
        if (unmet.statement === own) yield findingOf(own.claim.tool, unmet, step, steps);
  }
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

function pair(tool: string, all: readonly Statement[]): readonly Pair[] {
  const statements = all.filter(({ claim }) => claim.tool === tool && claim.with !== undefined);
  const unmet = statements.flatMap((statement) => {
    const left = Math.min(mostPaired, statement.least - statement.matching.length);
    const { with: claimed } = statement.claim;
    return claimed === undefined || left <= 0 ? [] : Array.from({ length: left }, (): Unmet => ({ statement, with: claimed }));
  });
  if (unmet.length === 0) return [];
  const leftOver = unmatched(statements);
  const columns = pairing(unmet, leftOver);
  return unmet.map((one, row) => ({ unmet: one, step: leftOver[columns[row] ?? -1] }));
}

function pairing(unmet: readonly Unmet[], leftOver: readonly Step[]): readonly (number | null)[] {
  const inOrder = (): readonly (number | null)[] => unmet.map((_, row) => (row < leftOver.length ? row : null));
  const longest = Math.max(unmet.length, leftOver.length);
  if (longest <= 1 || longest > mostPaired) return inOrder();
  const differences = countDifferences(unmet, leftOver);
  const [first] = differences[0] ?? [];
  if (differences.every((row) => row.every((count) => count === first))) return inOrder();
  // Among pairings that are equally good, that which keeps the order: its weight never reaches that of one difference.
  return bestAssignment(differences.map((counts, row) => counts.map((count, column) => count * 100_000 + Math.abs(row - column))));
}

/** Of each claimed call and each that was made. A call that is claimed twice differs from each in the same. */
function countDifferences(unmet: readonly Unmet[], leftOver: readonly Step[]): readonly (readonly number[])[] {
  const known = new Map<Statement, readonly number[]>();
  return unmet.map(({ statement, with: expected }) => {
    const counts = known.get(statement) ?? leftOver.map(({ call }) => [...mismatches(expected, call.input)].length);
    known.set(statement, counts);
    return counts;
  });
}

function findingOf(tool: string, unmet: Unmet, step: Step | undefined, steps: readonly Step[]): Finding {
  const { with: expected } = unmet;
  if (step === undefined) {
    const { least, matching } = unmet.statement;
    return { kind: 'called', message: notCalled(tool, briefClaim(expected), least, matching.length, steps), expected, actual: undefined };
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

/** No call is left that could have been meant. */
function notCalled(tool: string, claimed: string, least: number, met: number, steps: readonly Step[]): string {
  if (met > 0) return `${tool} was called ${met === 1 ? 'once' : `${met} times`} with ${claimed}, claimed ${least} times`;
  const often = least > 1 ? ` ${least} times` : '';
  return callsOf(tool, steps).length === 0
    ? `${tool} was never called, claimed${often} with ${claimed}`
    : `${tool} was called, but not with ${claimed}${often && `, claimed${often}`}`;
}
