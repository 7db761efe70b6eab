import type { CallKind } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { KnownNames } from './known-names.ts';
import type { PolicyTable } from './policy-table.ts';
import { requireKnown } from './require-known.ts';

/** Says whether a call of this name was named as one that may run for real. */
export type LiveNames = (kind: CallKind, name: string) => boolean;

/**
 * Names of what may run for real while a fork is made: `[tool:|model:]name`; `*` matches any name, but no effect.
 *
 * @throws ConfigurationError for an effect
 */
export function liveNames(texts: readonly string[], { isEffect }: PolicyTable): LiveNames {
  const named = { tool: new Set<string>(), model: new Set<string>() };
  for (const { kind, name } of texts.map(parsed)) {
    if (isEffect(kind, name)) throw isAnEffect(name);
    named[kind].add(name);
  }
  return (kind, name) => !isEffect(kind, name) && (named[kind].has(name) || named[kind].has('*'));
}

/** @throws ConfigurationError for a name that nobody knows, and for a `*` that matches nothing */
export function requireLiveNames(texts: readonly string[], known: KnownNames, { isEffect }: PolicyTable): void {
  for (const text of texts) {
    const { kind, name } = parsed(text);
    const candidates = kind === 'tool' ? known.tools : known.models;
    if (name === '*') requireSome(text, [...candidates], (one) => isEffect(kind, one), kind);
    else requireKnown(kind, name, candidates, `live: ${text}`);
  }
}

function parsed(text: string): { readonly kind: CallKind; readonly name: string } {
  const [, prefix = 'tool:', name = ''] = /^(tool:|model:)?(.*)$/s.exec(text) ?? [];
  return { kind: prefix === 'tool:' ? 'tool' : 'model', name };
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
