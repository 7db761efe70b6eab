import type { Mutant } from '../mutant.ts';
import type { Reference } from '../reference.ts';

/** Each call that the claim forbids, made. */
export function* forbiddenCalls({ claim, trace }: Reference): Generator<Mutant> {
  for (const [at, item] of (claim.calls ?? []).entries()) {
    if (!('never' in item)) continue;
    const call = { kind: 'tool', name: item.never, input: {}, effect: false } as const;
    yield {
      id: `forbidden-call ${at}`,
      family: 'trajectory',
      mutator: 'forbidden-call',
      set: 'breaking',
      place: { kind: 'claim', pointer: `/calls/${at}/never` },
      says: `${item.never} is called`,
      change: { kind: 'conduct', edit: { kind: 'insert', before: trace.steps.length, call } },
    };
  }
}
