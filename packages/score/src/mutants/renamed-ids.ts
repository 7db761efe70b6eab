import type { Json, Step, Trace } from '@stepfork/trace';
import { leavesOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import { otherLeaf } from '../other-leaf.ts';
import type { Reference } from '../reference.ts';

/** Ids of tool calls that the models minted were others, wherever they are said: nobody means an id. */
export function* renamedIds({ recording }: Reference): Generator<Mutant> {
  const ids = mintedIds(recording);
  if (ids.size === 0) return;
  const names = new Map([...ids].map((id) => [id, otherLeaf(id) as string]));
  yield {
    id: 'renamed-ids',
    family: 'world',
    mutator: 'renamed-ids',
    set: 'benign',
    place: { kind: 'run' },
    says: `the models minted other ids: ${[...ids].slice(0, 3).join(', ')}`,
    pin: 'ids that a model minted',
    change: { kind: 'recording', trace: renamed(recording, names) },
  };
}

/** Texts under a key that is an id, in an answer of a model, which a later request repeats and no tool is told. */
function mintedIds({ steps }: Trace): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { call, outcome } of steps) {
    if (call.kind !== 'model' || outcome.kind !== 'returned') continue;
    for (const { pointer, value } of leavesOf(outcome.value)) {
      if (typeof value === 'string' && value.length >= 4 && /\/(?:id|call_id|toolCallId|tool_call_id)$/.test(pointer)) found.add(value);
    }
  }
  const told = new Set(steps.flatMap(({ call }) => (call.kind === 'tool' ? texts(call.input) : [])));
  const repeated = new Set(steps.flatMap(({ call }) => (call.kind === 'model' ? texts(call.input) : [])));
  return new Set([...found].filter((id) => repeated.has(id) && !told.has(id)));
}

function texts(value: Json): readonly string[] {
  return [...leavesOf(value)].flatMap((leaf) => (typeof leaf.value === 'string' ? [leaf.value] : []));
}

function renamed(trace: Trace, names: ReadonlyMap<string, string>): Trace {
  const steps = trace.steps.map((step): Step => {
    if (step.call.kind !== 'model') return step;
    const outcome = step.outcome.kind === 'returned' ? { ...step.outcome, value: inValue(step.outcome.value, names) } : step.outcome;
    return { ...step, call: { ...step.call, input: inValue(step.call.input, names) }, outcome };
  });
  return { ...trace, steps };
}

function inValue(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => inValue(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inValue(part, names)]));
}
