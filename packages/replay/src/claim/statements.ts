import type { Json, Step } from '@stepfork/trace';
import { matches } from '../matchers/matches.ts';
import type { CallClaim, Claim } from './claim.ts';
import { timeBounds } from './time-bounds.ts';

export type Called = Extract<CallClaim, { readonly tool: string }>;

/** What a claim says about the number of calls, beside the calls that were made. */
export interface Statement {
  readonly claim: Called;
  readonly least: number;
  readonly most: number;
  /** Calls of the tool that match `with`. */
  readonly matching: readonly Step[];
  /** Its other calls. */
  readonly others: readonly Step[];
}

/**
 * The statements of a claim about called tools, in its order, counted over these steps.
 *
 * @param isMatching tells whether an input is as claimed: one that remembers, where many runs are judged that have most of their calls in common.
 */
export function statementsOf(
  claim: Claim,
  steps: readonly Step[],
  isMatching: (claimed: Json, input: Json) => boolean = matches,
): readonly Statement[] {
  return (claim.calls ?? []).filter(isCalled).map((called): Statement => {
    const { least, most } = timeBounds(called.times);
    const matching: Step[] = [];
    const others: Step[] = [];
    for (const step of steps) {
      const { kind, name, input } = step.call;
      if (kind !== 'tool' || name !== called.tool) continue;
      const isMet = called.with === undefined || isMatching(called.with, input);
      (isMet ? matching : others).push(step);
    }
    return { claim: called, least, most, matching, others };
  });
}

/** Calls that none of these statements about one tool is met by. */
export function unmatched([first, ...rest]: readonly Statement[]): readonly Step[] {
  if (first === undefined || rest.length === 0) return first?.others ?? [];
  const matching = new Set(rest.flatMap((one) => one.matching));
  return first.others.filter((step) => !matching.has(step));
}

/** All calls of a tool, in the order of their starts. */
export function callsOf(tool: string, steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ call }) => call.kind === 'tool' && call.name === tool);
}

function isCalled(item: CallClaim): item is Called {
  return 'tool' in item;
}
