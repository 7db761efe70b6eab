import type { Json, Trace } from '@stepfork/trace';

/** Names that rules may use, and which tools declare themselves effects. */
export interface KnownNames {
  readonly tools: ReadonlySet<string>;
  readonly models: ReadonlySet<string>;
  readonly effects: ReadonlySet<string>;
}

export interface NamesElsewhere {
  /** Tools and models that `tool()` and `model()` registered while the agent was loaded. */
  readonly registered: readonly { readonly kind: 'tool' | 'model'; readonly name: string; readonly effect: boolean }[];
  /** Tools that the claim names. */
  readonly claimed: readonly string[];
}

/** All names that can be meant: recorded, offered to a model in a recorded request, registered, claimed. */
export function knownNames(recordings: readonly Trace[], elsewhere: NamesElsewhere): KnownNames {
  const tools = new Set<string>(elsewhere.claimed);
  const models = new Set<string>();
  const effects = new Set<string>();
  for (const { kind, name, effect } of elsewhere.registered) {
    (kind === 'tool' ? tools : models).add(name);
    if (effect) effects.add(name);
  }
  for (const recording of recordings) {
    for (const { call } of recording.steps) {
      (call.kind === 'tool' ? tools : models).add(call.name);
      if (call.effect) effects.add(call.name);
      if (call.kind === 'model') for (const name of offeredTools(call.input, 0)) tools.add(name);
    }
  }
  return { tools, models, effects };
}

/**
 * Tool names in a model's request, whatever its dialect: whatever stands under a key `tools` and has a `name`, be it directly, under
 * `function` or in a list of declarations; an object of tools by name counts by its keys.
 */
function* offeredTools(request: Json, depth: number): Iterable<string> {
  if (request === null || typeof request !== 'object' || depth > 4) return;
  if (Array.isArray(request)) {
    for (const item of request) yield* offeredTools(item, depth + 1);
    return;
  }
  for (const [key, value] of Object.entries(request)) {
    if (key === 'tools') yield* namesIn(value, 0);
    else if (key !== 'messages') yield* offeredTools(value, depth + 1);
  }
}

function* namesIn(value: Json, depth: number): Iterable<string> {
  if (value === null || typeof value !== 'object' || depth > 3) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* namesIn(item, depth + 1);
    return;
  }
  const { name } = value as { readonly name?: Json };
  if (typeof name === 'string') {
    yield name;
    return;
  }
  if (depth === 0) {
    yield* Object.keys(value);
    return;
  }
  for (const inner of Object.values(value)) yield* namesIn(inner, depth + 1);
}
