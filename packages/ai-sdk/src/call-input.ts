import { withPersonalTexts } from '@stepfork/trace';
import type { CallOptions } from './language-model.ts';

/**
 * What is recorded of a call, and compared: its options but for the signal and most of the headers, which hold keys. What is `undefined` says
 * nothing, so it is left out, and adding such an option changes no question.
 */
export function callInput(options: CallOptions, isStream: boolean): object {
  const { abortSignal: _signal, headers, ...said } = options;
  const kept = Object.entries(headers ?? {}).filter(([name, value]) => asked.has(name.toLowerCase()) && value !== undefined);
  return {
    ...(withPersonalTexts(defined(said, []), personalPlaces) as object),
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
    ...(isStream && { stream: true }),
  };
}

/** Headers that decide what a provider answers. */
const asked: ReadonlySet<string> = new Set(['anthropic-beta', 'anthropic-version', 'openai-beta']);

/** Where the options of a provider say for whom the call is. */
const personalPlaces = [
  ['providerOptions', '*', 'user'],
  ['providerOptions', '*', 'safetyIdentifier'],
  ['providerOptions', '*', 'metadata', 'userId'],
] as const;

/** A copy of lists and plain objects without what is `undefined`; anything else is what it is. */
function defined(value: unknown, around: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null || around.includes(value)) return value;
  const inside = [...around, value];
  if (Array.isArray(value)) return value.map((item) => defined(item, inside));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, defined(part, inside)]])));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
