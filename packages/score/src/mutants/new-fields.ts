import { isPlainObject } from '@stepfork/replay';
import type { Step } from '@stepfork/trace';
import type { Mutant } from '../mutant.ts';
import { isSink, type Reference } from '../reference.ts';
import { withAnswer } from './answer-leaves.ts';

/** For each tool that answers with an object: the world knows one more field of it. */
export function* newFields({ recording, policies }: Reference): Generator<Mutant> {
  const lasts = new Map<string, Step>();
  for (const step of recording.steps) if (step.call.kind === 'tool' && !isSink(step.call, policies)) lasts.set(step.call.name, step);
  for (const [name, step] of lasts) {
    if (step.outcome.kind !== 'returned' || !isPlainObject(step.outcome.value)) continue;
    yield {
      id: `new-field ${step.index}`,
      family: 'world',
      mutator: 'new-field',
      set: 'benign',
      place: { kind: 'answer', name, step: step.index, pointer: '' },
      says: `the answer of ${name} has one more field`,
      pin: `the fields of what ${name} answers`,
      needsFork: `${name} answers with a new field`,
      change: { kind: 'recording', trace: withAnswer(recording, step, { ...step.outcome.value, stepfork_added: true }) },
    };
  }
}
