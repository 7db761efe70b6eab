import type { CallKind } from '@stepfork/trace';
import { slot } from './slot.ts';

/** A tool or model as it was declared where it was defined. */
export interface Registered {
  readonly kind: CallKind;
  readonly name: string;
  readonly effect: boolean;
  readonly stable: boolean;
  readonly example: { readonly value: unknown } | null;
  /** A JSON Schema or Standard Schema of the answer, if one was given. */
  readonly output: { readonly schema: unknown } | null;
}

/** Keeps a declaration. A name declared again replaces the former one: modules are loaded anew for every run. */
export function register(entry: Registered): void {
  slot().registered.set(`${entry.kind}:${entry.name}`, entry);
}

/** All tools and models declared so far in this process, in the order of their first declaration. A model that is named by its input is not among them. */
export function registered(): readonly Registered[] {
  return [...slot().registered.values()];
}
