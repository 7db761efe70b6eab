import { type ErrorClass, registerErrorClass, StepforkError } from '@stepfork/trace';
import { boundary } from './boundary.ts';
import { checkName } from './check-name.ts';
import { register } from './registry.ts';

export interface ToolOptions<O = unknown> {
  /** The tool changes the world: no replay ever runs its body. */
  readonly effect?: boolean;
  /** A read that no effect of this agent changes. */
  readonly stable?: boolean;
  /** An answer that a replay may give where nothing was recorded. */
  readonly example?: O;
  /** JSON Schema or Standard Schema of the answer. */
  readonly output?: unknown;
  /** Classes of errors that the tool throws, so that `instanceof` works in a replay too. */
  readonly errors?: readonly ErrorClass[];
}

/**
 * Declares a tool: the returned function does what `body` does, and its calls can be recorded and replayed.
 *
 * It always returns a promise, also for a body that returns or throws at once. `this` is kept; several arguments are recorded as a list.
 * A body that returns an async iterable (an async generator, an SDK's stream, a ReadableStream) is recorded chunk by chunk. Where the body is
 * written as `async function*`, the promise can be iterated without being awaited too.
 *
 * @throws StepforkError if the name is empty or the options contradict each other.
 */
export function tool<This, A extends readonly unknown[], R>(
  name: string,
  body: (this: This, ...args: A) => R,
  options: ToolOptions<Awaited<R>> = {},
): (this: This, ...args: A) => Promise<Awaited<R>> {
  checkName('tool', name);
  const { effect = false, stable = false, errors = [] } = options;
  if (effect && stable) {
    throw new StepforkError('STEPFORK_BOUNDARY', `The tool ${name} is declared an effect and a stable read; it can only be one.`, {
      hint: 'Drop `stable`: it is for reads that no effect changes.',
    });
  }
  const example = 'example' in options ? { value: options.example } : null;
  const wrapped = boundary({ kind: 'tool', nameOf: () => name, effect, stable, example }, body);
  for (const Class of errors) registerErrorClass(Class);
  register({ kind: 'tool', name, effect, stable, example, output: 'output' in options ? { schema: options.output } : null });
  return wrapped;
}
