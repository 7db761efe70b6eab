import type { CallKind, Step } from '@stepfork/trace';
import { createEffectSet } from './effect-set.ts';
import type { KeyRules } from './key-rules.ts';
import { sameOutcome } from './same-outcome.ts';

/** The steps of a recording by their keys: the same for all replays under the same rules. Immutable. */
export interface KeyedSteps {
  /** By step. */
  readonly keys: readonly string[];
  readonly byKey: ReadonlyMap<string, readonly Step[]>;
  readonly byName: Readonly<Record<CallKind, ReadonlyMap<string, readonly Step[]>>>;
  readonly firstByBaseKey: ReadonlyMap<string, Step>;
  readonly hidden: ReadonlySet<number>;
  /** Was answered in two ways with no effect between: what asking once more would be answered, nobody knows. */
  varies(baseKey: string): boolean;
  /** Steps that were recorded inside the body of this one, at any depth. */
  below(step: number): readonly number[];
  /** Keys of the effects that the body of this read made; they happen with it when it is answered without its body. */
  effectsBelow(step: number): readonly string[];
  readonly effectIds: ReadonlyMap<string, number>;
}

export function keySteps(steps: readonly Step[], rules: KeyRules, baseKeys: readonly string[]): KeyedSteps {
  const children = childrenByParent(steps);
  const hidden = hiddenSteps(steps, rules);
  const effectIds = new Map<string, number>();
  const asReplayed = createEffectSet(effectIds);
  const asRecorded = createEffectSet(effectIds);
  const firstByBaseKey = new Map<string, Step>();
  const keys: string[] = [];
  const byKey = new Map<string, Step[]>();
  const byName = { tool: new Map<string, Step[]>(), model: new Map<string, Step[]>() };
  let varying: ReadonlySet<string> | null = null;

  // The rules may say something else later on, where a tool turns out to be an effect.
  const isEffect = new Set(steps.filter(({ call }) => rules.isEffect(call.kind, call.name)).map(({ index }) => index));
  const isLive = new Set(steps.filter(({ call }) => rules.isLive(call.kind, call.name)).map(({ index }) => index));
  for (const step of steps) {
    const { kind, name } = step.call;
    const baseKey = baseKeys[step.index] ?? '';
    if (!firstByBaseKey.has(baseKey)) firstByBaseKey.set(baseKey, step);
    const isHidden = hidden.has(step.index);
    const key = keyWith(kind, name, baseKey, (isHidden ? asRecorded : asReplayed).digest(), rules);
    keys.push(key);
    append(byKey, key, step);
    append(byName[kind], name, step);
    if (isEffect.has(step.index)) asRecorded.add(baseKey);
    if (isHidden) continue;
    if (isEffect.has(step.index)) asReplayed.add(baseKey);
    else for (const effect of effectsBelow(step.index)) asReplayed.add(effect);
  }
  return { keys, byKey, byName, firstByBaseKey, hidden, varies, below, effectsBelow, effectIds };

  function varies(baseKey: string): boolean {
    varying ??= new Set([...byKey.values()].filter(isAnsweredVariously).map(([step]) => baseKeys[step?.index ?? -1] ?? ''));
    return varying.has(baseKey);
  }
  function below(step: number): readonly number[] {
    const direct = children.get(step);
    return direct === undefined ? [] : direct.flatMap((child) => [child, ...below(child)]);
  }
  function effectsBelow(step: number): readonly string[] {
    if (isLive.has(step) || !children.has(step)) return [];
    return below(step)
      .filter((index) => isEffect.has(index))
      .map((index) => baseKeys[index] ?? '');
  }
}

/** The base key and, for a read, the effects before it. */
export function keyWith(kind: CallKind, name: string, baseKey: string, effectsBefore: string, rules: KeyRules): string {
  // Models know only their prompt, and an effect is what changes the world: neither depends on what was done before.
  const exempt = kind === 'model' || effectsBefore === '' || rules.isEffect(kind, name) || rules.isStable(kind, name);
  return exempt ? baseKey : `${baseKey}\n${effectsBefore}`;
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
