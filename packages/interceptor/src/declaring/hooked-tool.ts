import type { AnswerForm } from '../answer-form.ts';
import { boundary } from './boundary.ts';
import { invoke } from './invoke.ts';
import { register, registeredTool } from './registry.ts';

export interface HookedToolOptions {
  /** JSON Schema or Standard Schema of the answer. */
  readonly output?: unknown;
  /** How the answer is taken down; left out: as a value or a stream. */
  readonly form?: AnswerForm;
}

/**
 * A tool of an SDK, for an adapter that stands where the SDK calls it: like `tool()`, but it steps aside where a tool of this name is declared by hand, which is
 * then the call. What its body passes on under the same name, to another adapter, is the same call, and is not recorded again.
 */
export function hookedTool<This, A extends readonly unknown[], R>(
  name: string,
  body: (this: This, ...args: A) => R,
  options: HookedToolOptions = {},
): (this: This, ...args: A) => Promise<Awaited<R>> {
  const { form } = options;
  const traits = { kind: 'tool', effect: false, stable: false, example: null, isHooked: true } as const;
  if (registeredTool(name) === null) register({ ...traits, name, output: 'output' in options ? { schema: options.output } : null });
  const call = boundary({ ...traits, nameOf: () => name, ...(form !== undefined && { form }) }, body);
  return function hooked(this: This, ...args: A): Promise<Awaited<R>> {
    const isByHand = registeredTool(name)?.isHooked !== true;
    return isByHand ? (invoke(body, this, args).then() as Promise<Awaited<R>>) : Reflect.apply(call, this, args);
  };
}
