import type { Step } from '@stepfork/trace';

/** What was called inside the body of each step, at any depth; steps with none are left out. */
export function innerSteps(steps: readonly Step[]): ReadonlyMap<number, readonly Step[]> {
  const inner = new Map<number, Step[]>();
  for (const step of steps) {
    for (let outer = step.parent; outer !== null; outer = steps[outer]?.parent ?? null) {
      const list = inner.get(outer);
      if (list === undefined) inner.set(outer, [step]);
      else list.push(step);
    }
  }
  return inner;
}
