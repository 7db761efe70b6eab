import { boundary } from './boundary.ts';
import { checkName } from './check-name.ts';
import { register } from './registry.ts';

/**
 * Declares a model: like a tool, but it knows only its prompt, so no effect changes what it answers.
 *
 * `name` may be a function of the arguments (`(request) => request.model`); where it throws or gives no name, the call is recorded as
 * `unknown`.
 *
 * @throws StepforkError if the name is empty.
 */
export function model<This, A extends readonly unknown[], R>(
  name: string | ((...args: A) => string),
  body: (this: This, ...args: A) => R,
): (this: This, ...args: A) => Promise<Awaited<R>> {
  const traits = { kind: 'model', effect: false, stable: false, example: null } as const;
  if (typeof name === 'function') return boundary({ ...traits, nameOf: (args) => nameFrom(name, args as A) }, body);
  checkName('model', name);
  const wrapped = boundary({ ...traits, nameOf: () => name }, body);
  register({ ...traits, name, output: null });
  return wrapped;
}

function nameFrom<A extends readonly unknown[]>(name: (...args: A) => string, args: A): string {
  try {
    const given: unknown = name(...args);
    return typeof given === 'string' && given !== '' ? given : 'unknown';
  } catch {
    // The agent called a model; that our naming of the call failed must not reach it.
    return 'unknown';
  }
}
