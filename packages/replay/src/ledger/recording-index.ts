import { type CallKind, type Json, omitPaths, type Step, type Trace } from '@stepfork/trace';
import type { KeyRules } from './key-rules.ts';
import { type KeyedSteps, keySteps, keyWith } from './key-steps.ts';
import { createValueIds, type LayeredIds, type ValueIds } from './value-ids.ts';

/** A recording, found by key. Immutable. */
export interface RecordingIndex extends Pick<KeyedSteps, 'keys' | 'byKey' | 'varies' | 'below' | 'effectsBelow'> {
  readonly steps: readonly Step[];
  /** Kind, name and canonical input. */
  baseKeyOf(kind: CallKind, name: string, input: Json): string;
  /** That of this step. */
  baseKeyAt(step: number): string;
  /** The base key and, for a read, the effects before it. */
  keyWith(kind: CallKind, name: string, baseKey: string, effectsBefore: string): string;
  /** The first step with this key but for the effects before it. */
  firstOf(baseKey: string): Step | null;
  /** Those of this name. */
  stepsOf(kind: CallKind, name: string): readonly Step[];
  /** Was made inside the body of a call that is answered whole: nobody asks for it unless the code has changed. */
  isHidden(step: number): boolean;
  readonly effectIds: Map<string, number>;
}

/** Numbers of the recorded inputs: the dearest part, so a recording that is replayed a thousand times has them once. */
interface RecordedKeys {
  readonly ids: LayeredIds;
  readonly baseKeys: readonly string[];
  /** One call of each name. */
  readonly named: readonly Step['call'][];
  /** By what the rules say of those names. */
  readonly keyed: Map<string, KeyedSteps>;
}
const none: readonly Step[] = [];

const keysByRecording = new WeakMap<Trace, Map<string, RecordedKeys>>();

export function indexRecording(recording: Trace, rules: KeyRules): RecordingIndex {
  const { ids: recordedIds, baseKeys, named, keyed } = recordedKeys(recording, rules);
  const said = named.map(({ kind, name }) => traitsOf(kind, name, rules)).join();
  const steps = keyed.get(said) ?? keySteps(recording.steps, rules, baseKeys);
  keyed.set(said, steps);
  const { keys, byKey, byName, firstByBaseKey, hidden } = steps;
  let ids: ValueIds | null = null;
  return {
    steps: recording.steps,
    baseKeyOf(kind, name, input) {
      ids ??= createValueIds(recordedIds);
      return baseKeyOf(kind, name, input, rules, ids);
    },
    baseKeyAt: (step) => baseKeys[step] ?? '',
    keyWith: (kind, name, baseKey, effectsBefore) => keyWith(kind, name, baseKey, effectsBefore, rules),
    keys,
    byKey,
    firstOf: (baseKey) => firstByBaseKey.get(baseKey) ?? null,
    varies: steps.varies,
    stepsOf: (kind, name) => byName[kind].get(name) ?? none,
    below: steps.below,
    effectsBelow: steps.effectsBelow,
    isHidden: (step) => hidden.has(step),
    // A replay numbers its own.
    effectIds: new Map(steps.effectIds),
  };
}

/** What the rules say of calls of this name, but for what they ignore. */
function traitsOf(kind: CallKind, name: string, rules: KeyRules): string {
  return `${Number(rules.isEffect(kind, name))}${Number(rules.isLive(kind, name))}${Number(rules.isStable(kind, name))}`;
}

function baseKeyOf(kind: CallKind, name: string, input: Json, rules: KeyRules, ids: ValueIds): string {
  const ignored = rules.ignored(kind, name);
  return `${kind} ${name} ${ids.idOf(ignored.length === 0 ? input : omitPaths(input, ignored).json)}`;
}

function recordedKeys(recording: Trace, rules: KeyRules): RecordedKeys {
  const byRules = keysByRecording.get(recording) ?? new Map<string, RecordedKeys>();
  keysByRecording.set(recording, byRules);
  const found = byRules.get(rules.ignoreText);
  if (found !== undefined) return found;
  const ids = createValueIds();
  const baseKeys = recording.steps.map(({ call }) => baseKeyOf(call.kind, call.name, call.input, rules, ids));
  const named = [...new Map(recording.steps.map(({ call }) => [`${call.kind} ${call.name}`, call])).values()];
  const made: RecordedKeys = { ids, baseKeys, named, keyed: new Map() };
  byRules.set(rules.ignoreText, made);
  return made;
}
