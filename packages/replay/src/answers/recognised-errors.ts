import type { Json } from '@stepfork/trace';

/** Names of the recorded classes of an error, its own first. */
const recordedClasses = new WeakMap<object, readonly string[]>();
const ordinary = Function.prototype[Symbol.hasInstance];
let users = 0;

/**
 * While a replay runs, `error instanceof NotFound` holds for a recorded error of a class of that name, also where nobody registered the
 * class: an agent's `catch` would else not recognise it, and correct code would fail. The class that recognises an error as its own gives
 * it its methods too.
 *
 * Every class of errors asks `Error` what an instance is, so this is the one place where it can be said. The returned function takes it back.
 */
export function recogniseErrors(): () => void {
  users += 1;
  if (users === 1) Reflect.defineProperty(Error, Symbol.hasInstance, { value: hasInstance, configurable: true, writable: true });
  return () => {
    users -= 1;
    if (users === 0) Reflect.deleteProperty(Error, Symbol.hasInstance);
  };
}

/** Notes of which classes the errors in a decoded value were, with their causes. */
export function noteClasses(decoded: unknown, recorded: Json | undefined): void {
  if (typeof recorded !== 'object' || recorded === null || typeof decoded !== 'object' || decoded === null) return;
  const { $, class: own, bases, cause, errors } = recorded as { readonly [key: string]: Json };
  const parts = decoded as { readonly [key: string]: unknown };
  if ($ === undefined) {
    for (const [key, part] of Object.entries(recorded)) if (typeof part === 'object') noteClasses(parts[key], part);
  } else if ($ === 'error') {
    recordedClasses.set(decoded, [own, ...(Array.isArray(bases) ? bases : [])].map(String));
    noteClasses(parts.cause, cause);
    noteClasses(parts.errors, errors);
  }
}

function hasInstance(this: unknown, value: unknown): boolean {
  if (ordinary.call(this as () => void, value)) return true;
  if (typeof this !== 'function' || typeof value !== 'object' || value === null) return false;
  const names = recordedClasses.get(value);
  if (names === undefined || !names.includes(this.name)) return false;
  if (names[0] === this.name) Object.setPrototypeOf(value, this.prototype);
  return true;
}
