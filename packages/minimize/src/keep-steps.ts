import type { Step, Trace } from '@stepfork/trace';
import { keepDraws } from './keep-draws.ts';

/** The trace without some of its steps; what was called inside one that goes, goes with it. Calls and outcomes stay the same objects. */
export function keepSteps(trace: Trace, isKept: (step: Step) => boolean): Trace {
  const places = new Map<number, number>();
  const steps: Step[] = [];
  for (const step of trace.steps) {
    const parent = step.parent === null ? null : places.get(step.parent);
    if (parent === undefined || !isKept(step)) continue;
    places.set(step.index, steps.length);
    steps.push({ ...step, index: steps.length, parent });
  }
  return { ...trace, steps, draws: keepDraws(trace.draws, trace.steps, isKept) };
}
