import type { Replay } from '@stepfork/replay';
import { canonicalJson, type Json, type Step, type Trace } from '@stepfork/trace';
import { type Edit, leftOf } from './forks-beside.ts';

/**
 * A fork beside a smaller trunk, in which the outcomes of effects were lent by calls of the trunk: by these calls as they are now. A claim approves
 * of such an answer by naming all in which the two calls differ, and no edit may make that more.
 *
 * @param replayed what the buggy code did on what the edit has left
 */
export function lentAnew(fork: Trace, { from, to }: Edit, { trace, receipt }: Replay): Trace {
  if (fork.steps.every(({ answered }) => lentTo(answered) === undefined)) return fork;
  const left = leftOf(from.steps, to.steps);
  const nowAt = new Map(
    receipt.entries.flatMap((entry) => ('from' in entry && entry.from !== null ? [[entry.from, trace.steps[entry.step]] as const] : [])),
  );
  const inputs = new Map(
    from.steps.flatMap((step) => {
      const now = nowAt.get(left.get(step)?.index ?? -1);
      return now === undefined ? [] : [[textOf(step.call.name, step.call.input), now.call.input] as const];
    }),
  );
  const steps = fork.steps.map((step): Step => {
    const { answered, call } = step;
    const lent = lentTo(answered);
    const now = lent === undefined ? undefined : inputs.get(textOf(call.name, lent));
    return answered === undefined || now === undefined
      ? step
      : { ...step, answered: { ...answered, lent: now } as Step['answered'] & object };
  });
  return { ...fork, steps };
}

function lentTo(answered: Step['answered']): Json | undefined {
  return answered !== undefined && 'lent' in answered ? answered.lent : undefined;
}

function textOf(name: string, input: Json): string {
  return `${name} ${canonicalJson(input)}`;
}
