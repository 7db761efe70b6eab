import { type CallKind, canonicalJson, type Json, omitPaths } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { IgnoreRules } from '../test-case.ts';
import type { KnownNames } from './known-names.ts';
import { requireKnown } from './require-known.ts';

export interface IgnoreTable {
  readonly isEmpty: boolean;
  /** Two tables with the same text ignore the same. */
  readonly text: string;
  /** JSON Pointers of the fields that are left out of the inputs of this tool or model. */
  readonly pointersFor: (kind: CallKind, name: string) => readonly string[];
  /** The rules that left something out of this input, each as often as it did. */
  readonly usedBy: (kind: CallKind, name: string, input: Json) => readonly string[];
}

/** @throws ConfigurationError for a rule that names nobody known, and for a path that is no JSON Pointer. */
export function ignoreTable(rules: IgnoreRules, known: KnownNames): IgnoreTable {
  for (const [target, pointers] of Object.entries(rules)) {
    checkTarget(target, known);
    for (const pointer of pointers) checkPointer(target, pointer);
  }
  const targets = (kind: CallKind, name: string): readonly string[] =>
    [`${kind}:${name}`, '*'].filter((target) => Object.hasOwn(rules, target));
  const pointers = new Map<string, readonly string[]>();
  return {
    isEmpty: Object.keys(rules).length === 0,
    text: JSON.stringify(rules),
    pointersFor(kind, name) {
      const key = `${kind}:${name}`;
      const found = pointers.get(key) ?? targets(kind, name).flatMap((target) => rules[target] ?? []);
      pointers.set(key, found);
      return found;
    },
    usedBy: (kind, name, input) =>
      targets(kind, name).flatMap((target) =>
        (rules[target] ?? []).flatMap((pointer) => omitPaths(input, [pointer]).omitted.map(() => `${target} ${pointer}`)),
      ),
  };
}

function checkTarget(target: string, known: KnownNames): void {
  if (target === '*') return;
  const [, kind, name] = /^(tool|model):(.+)$/s.exec(target) ?? [];
  if (name === undefined) {
    throw new ConfigurationError(
      `the ignore rule for "${target}" names neither tool:name, model:name nor *`,
      `For instance tool:${target}.`,
    );
  }
  if (kind === 'tool') requireKnown('tool', name, known.tools, `the ignore rule ${target}`);
  else requireKnown('model', name, known.models, `the ignore rule ${target}`);
}

function checkPointer(target: string, pointer: string): void {
  try {
    canonicalJson(null, [pointer]);
  } catch (error) {
    throw new ConfigurationError(
      `the ignore rule for ${target} holds "${pointer}", which is no JSON Pointer`,
      String((error as Error).message),
    );
  }
  if (pointer === '')
    throw new ConfigurationError(`the ignore rule for ${target} would ignore the whole input`, 'Name a field: /metadata/request_id.');
}
