import type { Json, Step, Trace } from '@stepfork/trace';
import { leavesOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import type { Reference } from '../reference.ts';

/** For each model: its prompt was worded otherwise when the run was recorded. */
export function* rewordedPrompts({ recording }: Reference): Generator<Mutant> {
  const models = new Map<string, Step>();
  for (const step of recording.steps) if (step.call.kind === 'model' && !models.has(step.call.name)) models.set(step.call.name, step);
  for (const [name, first] of models) {
    const prompt = promptOf(first.call.input);
    if (prompt === null) continue;
    yield {
      id: `reworded-prompt ${name}`,
      family: 'trajectory',
      mutator: 'reworded-prompt',
      set: 'benign',
      place: { kind: 'run' },
      says: `the prompt of ${name} was worded otherwise when it was recorded`,
      pin: 'the wording of the prompt',
      needsFork: 'the prompt changes',
      change: { kind: 'recording', trace: reworded(recording, name, prompt) },
    };
  }
}

/** The longest of what it says for itself: texts under `system`, of messages of that role, else any. */
function promptOf(request: Json): { readonly pointer: string; readonly text: string } | null {
  const texts = [...leavesOf(request)].flatMap(({ pointer, value }) => (typeof value === 'string' ? [{ pointer, text: value }] : []));
  const said = texts.filter(({ pointer }) => !/\/(?:role|model|type|url|method|id|[\w-]*_id)$|^\/(?:headers|tools)\//.test(pointer));
  return said.sort((a, b) => b.text.length - a.text.length)[0] ?? null;
}

/** In every request that says this at this place. */
function reworded(trace: Trace, model: string, { pointer, text }: { readonly pointer: string; readonly text: string }): Trace {
  const steps = trace.steps.map((step): Step => {
    if (step.call.kind !== 'model' || step.call.name !== model) return step;
    const leaf = [...leavesOf(step.call.input)].find((one) => one.pointer === pointer && one.value === text);
    return leaf === undefined ? step : { ...step, call: { ...step.call, input: leaf.put(`Please note: ${text}`) } };
  });
  return { ...trace, steps };
}
