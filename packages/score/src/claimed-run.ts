import { type CallClaim, type Claim, judge, timeBounds } from '@stepfork/replay';
import type { Json, JsonObject, RunOutcome, Step, Trace } from '@stepfork/trace';
import { renumbered } from './conduct-edit.ts';

type Called = Extract<CallClaim, { readonly tool: string }>;

/** What an agent did, with what is claimed of it put in: calls that are claimed and were not made stand at the end. `null`: no such run can be made of this one. */
export function claimedRun(trace: Trace, claim: Claim): Trace | null {
  const steps = renumbered(claimedSteps(trace, claim.calls ?? []));
  const made = { ...trace, steps, outcome: claimedOutcome(trace.outcome, claim) };
  return judge(made, claim).length === 0 ? made : null;
}

function claimedOutcome(outcome: RunOutcome, { throws = false, returns, exactly = false }: Claim): RunOutcome {
  if (throws === true) return outcome.kind === 'threw' ? outcome : { kind: 'threw', error: { $: 'error', name: 'Error', message: '' } };
  if (throws !== false) {
    const { code, ...said } = throws;
    return { kind: 'threw', error: { $: 'error', name: 'Error', message: '', ...said, ...(code !== undefined && { fields: { code } }) } };
  }
  const actual = outcome.kind === 'returned' ? outcome.value : null;
  return { kind: 'returned', value: returns === undefined ? actual : merged(returns, actual, exactly) };
}

function claimedSteps(trace: Trace, claims: readonly CallClaim[]): readonly Step[] {
  let steps = trace.steps;
  const taken = new Set<Step>();
  for (const item of claims) if ('tool' in item) steps = withCalls(steps, item, taken);
  const forbidden = claims.flatMap((item) => ('never' in item ? [item.never] : 'tool' in item && item.only === true ? [item.tool] : []));
  return steps.filter((step) => taken.has(step) || step.call.kind !== 'tool' || !forbidden.includes(step.call.name));
}

/** As many calls of this statement as it wants: those that meet it, then others of the tool that are made to, then new ones. */
function withCalls(steps: readonly Step[], item: Called, taken: Set<Step>): readonly Step[] {
  const { least, most } = timeBounds(item.times);
  const own = steps.filter((step) => step.call.kind === 'tool' && step.call.name === item.tool && !taken.has(step));
  const meeting = own.filter((step) => meets(step, item));
  const surplus = new Set(meeting.slice(most));
  for (const step of meeting.slice(0, most)) taken.add(step);
  const changed = new Map(
    own
      .filter((step) => !meeting.includes(step))
      .slice(0, Math.max(0, least - meeting.length))
      .map((step) => [step, { ...step, call: { ...step.call, input: merged(item.with ?? null, step.call.input, false) } }] as const),
  );
  const added = Array.from({ length: Math.max(0, least - meeting.length - changed.size) }, () => newCall(item));
  for (const step of [...changed.values(), ...added]) taken.add(step);
  return [...steps.filter((step) => !surplus.has(step)).map((step) => changed.get(step) ?? step), ...added];
}

function meets({ call, ...step }: Step, { tool, with: wanted }: Called): boolean {
  const alone = { steps: [{ ...step, call, index: 0, parent: null }], outcome: { kind: 'returned', value: null } } as unknown as Trace;
  return judge(alone, { calls: [{ tool, ...(wanted !== undefined && { with: wanted }) }] }).length === 0;
}

/** Who counts calls takes them for effects. */
function newCall({ tool, with: input = {}, times, only = false }: Called): Step {
  return {
    index: -1,
    parent: null,
    startedAtMs: 0,
    endedAtMs: 0,
    endOrder: null,
    closing: null,
    call: { kind: 'tool', name: tool, input, effect: only || times !== undefined },
    outcome: { kind: 'returned', value: null },
  };
}

/** Where a matcher stands the value is kept: whether it is allowed is for the judge to say. */
function merged(part: Json, whole: Json | undefined, isWhole: boolean): Json {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((item: Json, at) => merged(item, Array.isArray(whole) ? whole[at] : undefined, isWhole));
  if ('$' in part) return (part as JsonObject).$ === 'match' ? (whole ?? null) : part;
  const known = whole !== null && typeof whole === 'object' && !Array.isArray(whole) && !('$' in whole) ? (whole as JsonObject) : {};
  const named = Object.entries(part).map(([key, value]) => [key, merged(value as Json, known[key], isWhole)] as const);
  return { ...(isWhole ? {} : known), ...Object.fromEntries(named) };
}
