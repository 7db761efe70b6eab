import type { Json, Outcome, Step, Trace } from '@stepfork/trace';
import { classOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import { otherLeaf } from '../other-leaf.ts';
import { isSink, type Reference } from '../reference.ts';
import { show } from '../show.ts';
import { leavesOfOutcome, type OutcomeLeaf } from './outcome-leaves.ts';

/** Each kind of value that the world answered, as if it had answered another one: what the agent makes of it must follow. */
export function* answerLeaves({ recording, policies }: Reference): Generator<Mutant> {
  for (const { step, leaf } of lastOfEachClass(recording, (one) => !isSink(one.call, policies))) {
    const other = otherLeaf(leaf.value);
    yield {
      id: `answer-leaf ${step.index} ${leaf.pointer}`,
      family: 'world',
      mutator: 'answer-leaf',
      set: 'breaking',
      place: { kind: 'answer', name: step.call.name, step: step.index, pointer: leaf.pointer },
      says: `${show(leaf.value)} → ${show(other)}`,
      change: { kind: 'recording', trace: withOutcome(recording, step, leaf.put(other)) },
    };
  }
}

/** One mutant for each class of places tells as much as all of them: answers of one tool, items of one list. */
function lastOfEachClass(
  { steps }: Trace,
  isMeant: (step: Step) => boolean,
): Iterable<{ readonly step: Step; readonly leaf: OutcomeLeaf }> {
  const found = new Map<string, { readonly step: Step; readonly leaf: OutcomeLeaf }>();
  for (const step of steps) {
    if (!isMeant(step)) continue;
    for (const leaf of leavesOfOutcome(step.outcome)) {
      found.set(`${step.call.kind} ${step.call.name} ${classOf(leaf.pointer)}`, { step, leaf });
    }
  }
  return found.values();
}

export function withAnswer(trace: Trace, answered: Step, value: Json): Trace {
  return withOutcome(trace, answered, { ...(answered.outcome.kind === 'returned' && answered.outcome), kind: 'returned', value });
}

function withOutcome(trace: Trace, answered: Step, outcome: Outcome): Trace {
  return { ...trace, steps: trace.steps.map((step): Step => (step === answered ? { ...step, outcome } : step)) };
}
