import type { CallKind, Step } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import { callsOf } from '../claim/statements.ts';
import { toolsOf } from '../claim/tools-of.ts';
import { innerSteps } from '../ledger/inner-steps.ts';
import type { Replay } from '../replay-result.ts';
import type { Divergence } from './divergence.ts';
import { requestStatementsOf } from './request-statements.ts';

/** Calls that were recorded inside bodies which did not run in this replay: nobody saw whether the code as it is now makes them. */
export interface HiddenCalls {
  /** Tools of which calls are hidden. */
  readonly tools: ReadonlySet<string>;
  /** Models of which calls are hidden. */
  readonly models: ReadonlySet<string>;
  /** So many calls were recorded inside the answers that were given. */
  readonly count: number;
  /** A call whose body hides a call that the claim speaks of. */
  divergenceFor(claim: Claim): Divergence | null;
}

/** `null` where no recorded body made calls: then nothing can be hidden. */
export function hiddenCalls({ trace, recording, receipt, until }: Replay): HiddenCalls | null {
  if (recording.steps.every(({ parent }) => parent === null)) return null;
  const below = innerSteps(recording.steps);
  const byStep = new Map<number, readonly Step[]>();
  for (const entry of receipt.entries) {
    const step = trace.steps[entry.step];
    if (step === undefined || step.index > (until ?? step.index) || entry.how === 'live' || entry.how === 'refused') continue;
    const { kind, name } = step.call;
    const known = entry.how === 'exact' || entry.how === 'reused';
    const lenders = known ? [entry.from] : stepsNamed(recording.steps, kind, name);
    const inside = lenders.flatMap((from) => below.get(from) ?? []);
    if (inside.length > 0) byStep.set(step.index, inside);
  }
  const all = [...byStep.values()].flat();
  const namesOf = (kind: CallKind): ReadonlySet<string> => new Set(all.flatMap(({ call }) => (call.kind === kind ? [call.name] : [])));
  return {
    tools: namesOf('tool'),
    models: namesOf('model'),
    count: all.length,
    divergenceFor(claim) {
      const spokenOf = (claim.calls ?? []).flatMap(toolsOf);
      const isHiding = (inside: readonly Step[]): boolean =>
        spokenOf.some((tool) => callsOf(tool, inside).length > 0) || requestStatementsOf(claim, inside).some(({ made }) => made.length > 0);
      const [at] = [...byStep].find(([, inside]) => isHiding(inside)) ?? [...byStep][0] ?? [];
      const step = at === undefined ? undefined : trace.steps[at];
      if (step === undefined) return null;
      const { kind, name, input, effect } = step.call;
      return { step: step.index, kind, name, input, effect, why: 'hidden-calls', nearest: null, unknownSecret: null };
    },
  };
}

function stepsNamed(steps: readonly Step[], kind: CallKind, name: string): readonly number[] {
  return steps.filter(({ call }) => call.kind === kind && call.name === name).map(({ index }) => index);
}
