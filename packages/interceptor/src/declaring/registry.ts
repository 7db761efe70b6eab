import { slot } from '../running/slot.ts';
import type { Registered } from './registered.ts';

/** Keeps a declaration. A name declared again replaces the former one: modules are loaded anew for every run. */
export function register(entry: Registered): void {
  slot().registered.set(`${entry.kind}:${entry.name}`, entry);
}

/** How a tool was declared; `null`: it was not. */
export function registeredTool(name: string): Registered | null {
  return slot().registered.get(`tool:${name}`) ?? null;
}

/** All tools and models declared so far in this process, in the order of their first declaration. A model that is named by its input is not among them. */
export function registered(): readonly Registered[] {
  return [...slot().registered.values()];
}
