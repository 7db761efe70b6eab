import { type CallKind, type Json, omitPaths, type Step, type Trace } from '@stepfork/trace';
import { createEffectSet } from './effect-set.ts';
import { sameOutcome } from './same-outcome.ts';
import { createValueIds, type LayeredIds, type ValueIds } from './value-ids.ts';

/** What decides the key of a call, under the policies of this replay. */
export interface KeyRules {
  isEffect(kind: CallKind, name: string): boolean;
  /** The body runs, so that the calls inside it come by themselves. */
  isLive(kind: CallKind, name: string): boolean;
  isStable(kind: CallKind, name: string): boolean;
  /** JSON Pointers of the fields that are left out of the key. */
  ignored(kind: CallKind, name: string): readonly string[];
  /** Two sets of rules with the same text ignore the same. */
  readonly ignoreText: string;
}

/** A recording, found by key. Immutable. */
export interface RecordingIndex {
  readonly steps: readonly Step[];
  /** Kind, name and canonical input. */
  baseKeyOf(kind: CallKind, name: string, input: Json): string;
  /** That of this step. */
  baseKeyAt(step: number): string;
  /** The base key and, for a read, the effects before it. */
  keyWith(kind: CallKind, name: string, baseKey: string, effectsBefore: string): string;
  /** By step. */
  readonly keys: readonly string[];
  readonly byKey: ReadonlyMap<string, readonly Step[]>;
  /** The first step with this key but for the effects before it. */
  firstOf(baseKey: string): Step | null;
  /** Was answered in two ways with no effect between: what asking once more would be answered, nobody knows. */
  varies(baseKey: string): boolean;
  /** Those of this name. */
  stepsOf(kind: CallKind, name: string): readonly Step[];
  /** Steps that were recorded inside the body of this one, at any depth. */
  below(step: number): readonly number[];
  /** Keys of the effects that the body of this read made; they happen with it when it is answered without its body. */
  effectsBelow(step: number): readonly string[];
  /** Was made inside the body of a call that is answered whole: nobody asks for it unless the code has changed. */
  isHidden(step: number): boolean;
  readonly effectIds: Map<string, number>;
}

/** Numbers of the recorded inputs: the dearest part, so a recording that is replayed a thousand times has them once. */
interface RecordedKeys {
  readonly ids: LayeredIds;
  readonly baseKeys: readonly string[];
}
const none: readonly Step[] = [];

const keysByRecording = new WeakMap<Trace, Map<string, RecordedKeys>>();

export function indexRecording(recording: Trace, rules: KeyRules): RecordingIndex {
  const { steps } = recording;
  const children = childrenByParent(steps);
  const hidden = hiddenSteps(steps, rules);
  const effectIds = new Map<string, number>();
  const asReplayed = createEffectSet(effectIds);
  const asRecorded = createEffectSet(effectIds);
  const { ids: recordedIds, baseKeys } = recordedKeys(recording, rules);
  const ids = createValueIds(recordedIds);
  const firstByBaseKey = new Map<string, Step>();
  const keys: string[] = [];
  const byKey = new Map<string, Step[]>();
  const byName = { tool: new Map<string, Step[]>(), model: new Map<string, Step[]>() };
  let varying: ReadonlySet<string> | null = null;

  for (const step of steps) {
    const { kind, name } = step.call;
    const baseKey = baseKeys[step.index] ?? '';
    if (!firstByBaseKey.has(baseKey)) firstByBaseKey.set(baseKey, step);
    const isHidden = hidden.has(step.index);
    const key = keyWith(kind, name, baseKey, (isHidden ? asRecorded : asReplayed).digest());
    keys.push(key);
    append(byKey, key, step);
    append(byName[kind], name, step);
    if (rules.isEffect(kind, name)) asRecorded.add(baseKey);
    if (isHidden) continue;
    if (rules.isEffect(kind, name)) asReplayed.add(baseKey);
    else for (const effect of effectsBelow(step.index)) asReplayed.add(effect);
  }
  return {
    steps,
    baseKeyOf: (kind, name, input) => baseKeyOf(kind, name, input, rules, ids),
    baseKeyAt: (step) => baseKeys[step] ?? '',
    keyWith,
    keys,
    byKey,
    firstOf: (baseKey) => firstByBaseKey.get(baseKey) ?? null,
    varies(baseKey) {
      varying ??= new Set([...byKey.values()].filter(isAnsweredVariously).map(([step]) => baseKeys[step?.index ?? -1] ?? ''));
      return varying.has(baseKey);
    },
    stepsOf: (kind, name) => byName[kind].get(name) ?? none,
    below,
    effectsBelow,
    isHidden: (step) => hidden.has(step),
    effectIds,
  };

  function keyWith(kind: CallKind, name: string, baseKey: string, effectsBefore: string): string {
    // Models know only their prompt, and an effect is what changes the world: neither depends on what was done before.
    const exempt = kind === 'model' || effectsBefore === '' || rules.isEffect(kind, name) || rules.isStable(kind, name);
    return exempt ? baseKey : `${baseKey}\n${effectsBefore}`;
  }
  function below(step: number): readonly number[] {
    const direct = children.get(step);
    return direct === undefined ? [] : direct.flatMap((child) => [child, ...below(child)]);
  }
  function effectsBelow(step: number): readonly string[] {
    const outer = steps[step]?.call;
    if (outer === undefined || rules.isLive(outer.kind, outer.name) || !children.has(step)) return [];
    return below(step)
      .filter((index) => isEffectStep(steps[index]))
      .map((index) => baseKeys[index] ?? '');
  }
  function isEffectStep(step: Step | undefined): boolean {
    return step !== undefined && rules.isEffect(step.call.kind, step.call.name);
  }
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
  const made = { ids, baseKeys };
  byRules.set(rules.ignoreText, made);
  return made;
}

function childrenByParent(steps: readonly Step[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const { index, parent } of steps) if (parent !== null) append(children, parent, index);
  return children;
}

function hiddenSteps(steps: readonly Step[], rules: KeyRules): ReadonlySet<number> {
  const hidden = new Set<number>();
  for (const { index, parent } of steps) {
    const outer = parent === null ? undefined : steps[parent];
    if (outer !== undefined && (hidden.has(outer.index) || !rules.isLive(outer.call.kind, outer.call.name))) hidden.add(index);
  }
  return hidden;
}

function isAnsweredVariously([first, ...rest]: readonly Step[]): boolean {
  return first !== undefined && rest.some((step) => !sameOutcome(first.outcome, step.outcome));
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
