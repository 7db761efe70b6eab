import type { CallKind } from '@stepfork/trace';
import { ConfigurationError } from './errors/configuration-error.ts';
import type { KnownNames } from './known-names.ts';
import type { PolicyTable } from './policy-table.ts';
import { requireKnown } from './require-known.ts';

/** Says whether a call of this name was named as one that may run for real. */
export type LiveNames = (kind: CallKind, name: string) => boolean;

/**
 * Names of what may run for real while a fork is made: `[tool:|model:]name`; `*` matches any name, but no effect.
 *
 * @throws ConfigurationError for a name that nobody knows, and for an effect
 */
export function liveNames(texts: readonly string[], known: KnownNames, { isEffect }: PolicyTable): LiveNames {
  const named = { tool: new Set<string>(), model: new Set<string>() };
  for (const text of texts) {
    const [, prefix = 'tool:', name = ''] = /^(tool:|model:)?(.*)$/s.exec(text) ?? [];
    const kind: CallKind = prefix === 'tool:' ? 'tool' : 'model';
    const candidates = kind === 'tool' ? known.tools : known.models;
    if (name === '*') requireSome(text, [...candidates], (one) => isEffect(kind, one), kind);
    else requireKnown(kind, name, candidates, `live: ${text}`);
    if (isEffect(kind, name)) throw isAnEffect(name);
    named[kind].add(name);
  }
  return (kind, name) => !isEffect(kind, name) && (named[kind].has(name) || named[kind].has('*'));
}

function requireSome(text: string, names: readonly string[], isEffect: (name: string) => boolean, kind: CallKind): void {
  if (names.some((name) => !isEffect(name))) return;
  throw new ConfigurationError(
    `live: ${text} matches nothing; ${names.length === 0 ? `no ${kind} is known` : `all of ${names.join(', ')} are effects`}`,
    'Effects never run while a fork is made.',
  );
}

function isAnEffect(name: string): ConfigurationError {
  return new ConfigurationError(
    `live: ${name} is an effect, and effects never run while a fork is made`,
    'Declare its answer instead, or attach a run of the corrected code that was recorded where its effects are allowed.',
  );
}
