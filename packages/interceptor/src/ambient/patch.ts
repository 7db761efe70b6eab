import { isFake } from './fakes.ts';

// biome-ignore lint/suspicious/noExplicitAny: what stands in the place of a built-in takes and gives what that does.
export type AnyFunction = (...args: any[]) => any;

/** A built-in function and what stands in its place while a run is on. */
export interface Patch {
  /** As the receipt calls it. */
  readonly name: string;
  readonly target: object;
  readonly key: PropertyKey;
  /** What is replaced is the getter of the property, not its value. */
  readonly isGetter?: boolean;
  readonly replace: (real: AnyFunction) => AnyFunction;
}

/** What ours stand for. */
const reals = new WeakMap<object, AnyFunction>();

/**
 * The built-in behind what we put in its place. Fake timers of a test that were put over ours during a run bring ours back when they go,
 * after that run: they must not be taken for the built-in, or each reading would be two.
 */
export function unpatched(value: AnyFunction): AnyFunction {
  const real = reals.get(value);
  return real === undefined ? value : unpatched(real);
}

/**
 * Puts a patch in its place. What a test has put there to fake it stays.
 *
 * @returns takes it back, unless somebody has put another one over it; `null` if nothing was done.
 */
export function applyPatch({ target, key, replace, isGetter = false }: Patch): (() => void) | null {
  const before = Reflect.getOwnPropertyDescriptor(target, key);
  const slot = isGetter ? 'get' : 'value';
  const found: unknown = isGetter ? before?.get : Reflect.get(target, key);
  if (typeof found !== 'function' || isFake(found) || before?.configurable === false) return null;
  const real = unpatched(found as AnyFunction);
  const ours = replace(real);
  reals.set(ours, real);
  const kept = { configurable: true, enumerable: before?.enumerable ?? false };
  Reflect.defineProperty(target, key, isGetter ? { ...before, ...kept, get: ours } : { ...kept, value: ours, writable: true });
  return () => {
    if (Reflect.getOwnPropertyDescriptor(target, key)?.[slot] !== ours) return;
    if (before === undefined) Reflect.deleteProperty(target, key);
    else Reflect.defineProperty(target, key, slot in before ? { ...before, [slot]: real } : before);
  };
}

/** `replacement` looks like `real` from outside. */
export function dressed(real: AnyFunction, replacement: AnyFunction): AnyFunction {
  for (const key of Reflect.ownKeys(real)) {
    if (key === 'prototype') continue;
    const descriptor = Reflect.getOwnPropertyDescriptor(real, key);
    if (descriptor !== undefined) Reflect.defineProperty(replacement, key, descriptor);
  }
  return replacement;
}
