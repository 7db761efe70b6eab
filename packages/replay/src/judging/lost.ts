import type { Step } from '@stepfork/trace';
import type { CallClaim, Claim } from '../claim/claim.ts';
import { callsOf, type Statement, statementsOf } from '../claim/statements.ts';
import { toolsOf } from '../claim/tools-of.ts';
import { areIncompatible, implies } from '../matchers/pattern.ts';
import { exceeded } from './exceeded.ts';
import { missing } from './missing.ts';
import { brokenRequests } from './request-findings.ts';
import { isOfAll, type RequestStatement, requestStatementsOf } from './request-statements.ts';
import type { Finding } from './verdict.ts';

/** What can no longer become true after these calls, whatever the run does next. What `lost` finds, `judge` finds a violation of in the end. */
export function lost(claim: Claim, steps: readonly Step[]): readonly Finding[] {
  const broken = [...exceeded(claim, steps), ...brokenRequests(claim, steps)];
  return broken.length > 0 ? broken : withoutRoom(claim, steps);
}

/** Calls that must still come, as the claim words them; without `pattern`, any call of the tool. */
interface Demand {
  readonly item: CallClaim;
  readonly pattern: Statement['claim']['with'];
  readonly count: number;
}

/** Calls that may still come. */
interface Limit {
  readonly pattern: Statement['claim']['with'];
  readonly room: number;
}

/** Calls still needed that do not fit under what the claim allows. */
function withoutRoom(claim: Claim, steps: readonly Step[]): readonly Finding[] {
  const statements = statementsOf(claim, steps);
  let needed = neededRequests(requestStatementsOf(claim, steps));
  const stuck = new Set<CallClaim>();
  for (const tool of wantedTools(claim)) {
    const demands = demandsOn(tool, claim, statements, steps);
    needed += atLeast(demands);
    for (const limit of limitsOn(tool, claim, statements, steps)) {
      const within = demands.filter(({ pattern }) => implies(pattern, limit.pattern));
      if (atLeast(within) > limit.room) for (const { item } of within) stuck.add(item);
    }
  }
  const findings = [...missing(claim, steps, { statements, wanted: (item) => stuck.has(item) })];
  if (findings.length > 0) return findings;
  const most = Math.min(...(claim.calls ?? []).map((item) => ('atMost' in item ? item.atMost : Number.POSITIVE_INFINITY)));
  if (steps.length + needed <= most) return [];
  const message = `${steps.length} calls were made and at least ${needed} more are claimed, claimed at most ${most} in all`;
  return [{ kind: 'at-most', message, expected: most, actual: steps.length + needed }];
}

/** So many requests at least: one may meet several statements, but none that speak of two models. */
function neededRequests(statements: readonly RequestStatement[]): number {
  const byModel = new Map<string, number>();
  for (const { claim, least, made, matching } of statements) {
    const left = claim.every === true ? Number(made.length === 0) : Math.max(0, least - matching.length);
    const model = isOfAll(claim) ? '*' : String(claim.model);
    byModel.set(model, Math.max(byModel.get(model) ?? 0, left));
  }
  const { '*': ofAny = 0, ...named } = Object.fromEntries(byModel);
  return Math.max(
    ofAny,
    Object.values(named).reduce((sum, count) => sum + count, 0),
  );
}

function wantedTools(claim: Claim): ReadonlySet<string> {
  return new Set((claim.calls ?? []).flatMap((item) => ('never' in item ? [] : toolsOf(item))));
}

function demandsOn(tool: string, claim: Claim, statements: readonly Statement[], steps: readonly Step[]): readonly Demand[] {
  const counted = statements
    .filter((one) => one.claim.tool === tool && one.matching.length < one.least)
    .map((one) => ({ item: one.claim, pattern: one.claim.with, count: one.least - one.matching.length }));
  if (callsOf(tool, steps).length > 0) return counted;
  const atLeastOne = (claim.calls ?? []).filter(
    (item) => ('order' in item && item.order.includes(tool)) || ('same' in item && item.of === tool),
  );
  return [...counted, ...atLeastOne.map((item) => ({ item, pattern: undefined, count: 1 }))];
}

function limitsOn(tool: string, claim: Claim, statements: readonly Statement[], steps: readonly Step[]): readonly Limit[] {
  const own = statements.filter((one) => one.claim.tool === tool);
  const limits: Limit[] = own.map((one) => ({ pattern: one.claim.with, room: one.most - one.matching.length }));
  const made = callsOf(tool, steps).length;
  if ((claim.calls ?? []).some((item) => 'never' in item && item.never === tool)) limits.push({ pattern: undefined, room: 0 });
  const allowed = own.filter((one) => one.claim.with !== undefined);
  if (allowed.length > 0 && own.some((one) => one.claim.only === true)) {
    limits.push({ pattern: undefined, room: allowed.reduce((sum, { most }) => sum + most, 0) - made });
  }
  return limits;
}

/** So many calls at least: those of the largest demand, or of demands that no single call can meet together. */
function atLeast(demands: readonly Demand[]): number {
  const largestFirst = [...demands].sort((a, b) => b.count - a.count);
  const apart: Demand[] = [];
  for (const demand of largestFirst) if (apart.every((other) => areIncompatible(other.pattern, demand.pattern))) apart.push(demand);
  return apart.reduce((sum, { count }) => sum + count, 0);
}
