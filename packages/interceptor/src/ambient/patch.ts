import { isFake } from './fakes.ts';

// biome-ignore lint/suspicious/noExplicitAny: what stands in the place of a built-in takes and gives what that does.
export type AnyFunction = (...args: any[]) => any;

/** A built-in function and what stands in its place while a run is on. */
export interface Patch {
  /** As the receipt calls it. */
  readonly name: string;
  readonly target: object;
  readonly key: string;
  readonly replace: (real: AnyFunction) => AnyFunction;
}

/**
 * Puts a patch in its place. What a test has put there to fake it stays.
 *
 * @returns takes it back, unless somebody has put another one over it; `null` if nothing was done.
 */
export function applyPatch({ target, key, replace }: Patch): (() => void) | null {
  const before = Reflect.getOwnPropertyDescriptor(target, key);
  const real: unknown = Reflect.get(target, key);
  if (typeof real !== 'function' || isFake(real)) return null;
  const value = replace(real as AnyFunction);
  if (before?.configurable === false) return null;
  Reflect.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: before?.enumerable ?? false });
  return () => {
    if (Reflect.get(target, key) !== value) return;
    if (before === undefined) Reflect.deleteProperty(target, key);
    else Reflect.defineProperty(target, key, before);
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
