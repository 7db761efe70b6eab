import type { Json, Trace } from '@stepfork/trace';
import { valuesOf } from '../borrowed/values-of.ts';

/** Texts of a recording by the key under which they stand; `''` in lists and alone. */
export type KnownTexts = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Trace, KnownTexts>();

/**
 * What was recorded has been redacted under that key, so that it need not be searched for secrets again. Most of what a replayed agent
 * asks and is answered is of this kind, and the search is the dearest part of a replayed call.
 */
export function knownTexts(recording: Trace): KnownTexts {
  const found = known.get(recording) ?? collect(recording);
  known.set(recording, found);
  return found;
}

function collect({ run, steps, outcome }: Trace): KnownTexts {
  const texts = new Map<string, Set<string>>();
  // Resent histories share their messages: each is looked into once.
  const seen = new Set<object>();
  const visit = (key: string, value: Json): void => {
    if (typeof value === 'string') {
      const under = texts.get(key);
      if (under === undefined) texts.set(key, new Set([value]));
      else under.add(value);
      return;
    }
    if (value === null || typeof value !== 'object' || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) for (const item of value) visit('', item);
    else if (!('$' in value)) for (const [name, part] of Object.entries(value)) visit(name, part);
  };
  visit('', run.input);
  for (const step of steps) {
    visit('', step.call.input);
    for (const value of valuesOf(step.outcome)) visit('', value);
  }
  for (const value of valuesOf(outcome)) visit('', value);
  return texts;
}
