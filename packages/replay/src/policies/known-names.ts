import type { Trace } from '@stepfork/trace';
import { listedTools } from '../messages/listed-tools.ts';
import { offeredTools } from '../messages/offered-tools.ts';
import { observedCalls } from '../observed/observed-calls.ts';

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
  /** Known by other recordings. */
  readonly tools?: readonly string[];
  readonly models?: readonly string[];
}

/** All names that can be meant: recorded, offered to a model in a recorded request, told of by an MCP server, registered, claimed. */
export function knownNames(recordings: readonly Trace[], elsewhere: NamesElsewhere): KnownNames {
  const tools = new Set<string>([...elsewhere.claimed, ...(elsewhere.tools ?? [])]);
  const models = new Set<string>(elsewhere.models);
  const effects = new Set<string>();
  for (const { kind, name, effect } of elsewhere.registered) {
    (kind === 'tool' ? tools : models).add(name);
    if (effect) effects.add(name);
  }
  for (const recording of recordings) {
    const recorded = recordedNames(recording);
    for (const name of recorded.tools) tools.add(name);
    for (const name of recorded.models) models.add(name);
    for (const name of recorded.effects) effects.add(name);
  }
  return { tools, models, effects };
}

const byRecording = new WeakMap<Trace, KnownNames>();

function recordedNames(recording: Trace): KnownNames {
  const known = byRecording.get(recording) ?? collectNames(recording);
  byRecording.set(recording, known);
  return known;
}

function collectNames({ steps }: Trace): KnownNames {
  const tools = new Set([...observedCalls(steps), ...listedTools(steps)].map(({ name }) => name));
  const models = new Set<string>();
  const effects = new Set<string>();
  for (const { call } of steps) {
    (call.kind === 'tool' ? tools : models).add(call.name);
    if (call.effect) effects.add(call.name);
    if (call.kind === 'model') for (const name of offeredTools(call.input)) tools.add(name);
  }
  return { tools, models, effects };
}

/** And those that the code itself has shown when it was replayed. */
export function alsoKnown(known: KnownNames, replayed: readonly Trace[], registered: NamesElsewhere['registered']): KnownNames {
  const shown = knownNames(replayed, { registered, claimed: [] });
  return {
    tools: new Set([...known.tools, ...shown.tools]),
    models: new Set([...known.models, ...shown.models]),
    effects: known.effects,
  };
}
