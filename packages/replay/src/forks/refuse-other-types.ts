import { type Answered, encodeValue, type Json, type Trace } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { Answer } from '../test-case.ts';

/**
 * An answer of another type than all that this tool returned while it was recorded is a slip: text for an object, a number for a list. `null`
 * and errors are answers of any tool, so they tell nothing of its type; nor does what a fork has only borrowed, or what somebody declared.
 *
 * @throws ConfigurationError
 */
export function refuseOtherTypes(answers: ReadonlyMap<string, readonly Answer[]>, recordings: readonly Trace[]): void {
  for (const [tool, given] of answers) {
    const recorded = recordings.flatMap(({ steps }) =>
      steps.flatMap(({ call, outcome, answered }) =>
        call.kind === 'tool' && call.name === tool && outcome.kind === 'returned' && isOfTheWorld(answered) ? [outcome.value] : [],
      ),
    );
    for (const { value } of given) refuseOtherType(`the answer declared for ${tool}`, encodeValue(value), recorded);
  }
}

/** @throws ConfigurationError */
export function refuseOtherType(what: string, value: Json, recorded: readonly Json[]): void {
  const types = new Set(recorded.map(typeOf).filter((one) => one !== 'null' && one !== 'error'));
  const type = typeOf(value);
  if (types.size === 0 || type === 'null' || type === 'error' || types.has(type)) return;
  throw new ConfigurationError(
    `${what} is ${article(type)}, and what was recorded is ${[...types].map(article).join(' or ')}`,
    'Give an answer of that type, null, or an error: { "$": "error", "class": "Error", "name": "Error", "message": "…", "fields": {} }.',
  );
}

function isOfTheWorld(answered: Answered | undefined): boolean {
  return answered === undefined || answered.how === 'exact' || answered.how === 'reused' || answered.how === 'live';
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') return typeof value === 'string' ? 'text' : typeof value;
  return '$' in value && typeof value.$ === 'string' ? value.$ : 'object';
}

function article(type: string): string {
  return type === 'null' || type === 'undefined' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
