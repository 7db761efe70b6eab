import type { Mutant } from '../mutant.ts';
import type { Reference } from '../reference.ts';

/** Each order that the claim states, broken: the first call of a tool comes before that of the tool in front of it. */
export function* brokenOrders({ claim, trace }: Reference): Generator<Mutant> {
  for (const [at, item] of (claim.calls ?? []).entries()) {
    if (!('order' in item)) continue;
    for (const [place, tool] of item.order.entries()) {
      const before = item.order[place - 1];
      const first = (name: string | undefined): number => trace.steps.findIndex(({ call }) => call.kind === 'tool' && call.name === name);
      const [from, to] = [first(tool), first(before)];
      if (before === undefined || from < 0 || to < 0) continue;
      yield {
        id: `broken-order ${at} ${place}`,
        family: 'trajectory',
        mutator: 'broken-order',
        set: 'breaking',
        place: { kind: 'claim', pointer: `/calls/${at}/order/${place}` },
        says: `${tool} comes before ${before}`,
        change: { kind: 'conduct', edit: { kind: 'move', step: from, before: to } },
      };
    }
  }
}
