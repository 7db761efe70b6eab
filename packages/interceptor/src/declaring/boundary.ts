import type { CallKind } from '@stepfork/trace';
import { StepforkError } from '@stepfork/trace';
import type { AnswerForm } from '../answer-form.ts';
import type { LiveCall } from '../interceptor.ts';
import { noSnapshot } from '../no-snapshot.ts';
import { activeContext } from '../running/active-context.ts';
import { invoke } from './invoke.ts';
import { isSameCall } from './is-same-call.ts';
import { isAsyncGenerator, iterableAtOnce } from './iterable-at-once.ts';

export interface BoundaryTraits {
  readonly kind: CallKind;
  readonly nameOf: (args: readonly unknown[]) => string;
  readonly effect: boolean;
  readonly stable: boolean;
  readonly example: { readonly value: unknown } | null;
  readonly isHooked?: boolean;
  readonly form?: AnswerForm;
}

/**
 * Makes a function whose calls are intercepted. This is the only place where calls become values.
 *
 * It always returns a promise, and always costs exactly one microtask more than the body, with and without a run: so nothing that
 * races with it can tell whether it is recorded.
 */
export function boundary<This, A extends readonly unknown[], R>(
  traits: BoundaryTraits,
  body: (this: This, ...args: A) => R,
): (this: This, ...args: A) => Promise<Awaited<R>> {
  if (typeof body !== 'function') {
    throw new StepforkError('STEPFORK_BOUNDARY', `The body of a ${traits.kind} must be a function; it is ${typeof body}.`, {
      hint: `Write ${traits.kind}('name', async (input) => …).`,
    });
  }
  const { nameOf, ...fixed } = traits;

  function wrapped(this: This, ...args: A): Promise<Awaited<R>> {
    const active = activeContext();
    if (active === undefined) return invoke(body, this, args).then() as Promise<Awaited<R>>;
    const input = args.length > 1 ? args : args[0];
    const name = nameOf(args);
    if (isSameCall(active, fixed.kind, name)) return invoke(body, this, args).then() as Promise<Awaited<R>>;
    // Spread last: a member that is put behind a spread costs a microsecond, and there are five.
    const call: LiveCall = { name, input, snapshot: noSnapshot, step: -1, parent: null, ...fixed };
    const next = (passed: LiveCall): Promise<unknown> =>
      invoke(body, this, passed.input === input ? args : argumentsOf(passed.input, args));
    return invoke(active.interceptor, undefined, [call, next]) as Promise<Awaited<R>>;
  }
  const shown = isAsyncGenerator(body) ? iterableAtOnce(wrapped) : wrapped;
  Object.defineProperty(shown, 'name', { value: body.name, configurable: true });
  Object.defineProperty(shown, 'length', { value: body.length, configurable: true });
  return shown;
}

/** An interceptor may pass on another input than it got, in the form in which it got it. */
function argumentsOf<A extends readonly unknown[]>(input: unknown, args: A): A {
  return (args.length > 1 && Array.isArray(input) ? input : [input]) as unknown as A;
}
