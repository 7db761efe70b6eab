// biome-ignore lint/suspicious/noExplicitAny: a class may want any arguments; its constructor is never called.
export type ErrorClass = abstract new (...args: any[]) => Error;

/**
 * Makes recorded errors of this class come back as its instances, found by the name of the class, so that `instanceof` holds in a replay.
 * An adapter calls it for the classes of its SDK. The constructor is not run.
 *
 * A later class of the same name takes the place of the earlier one: a replay loads the user's modules afresh.
 */
export function registerErrorClass(Class: ErrorClass): void {
  registered.set(Class.name, Class);
}

/** The class for a recorded error: the registered or built-in one, else a new one of that name under the nearest known base. */
export function errorClass(name: string, bases: readonly string[]): ErrorClass {
  const known = registered.get(name) ?? builtIn.get(name);
  if (known !== undefined) return known;
  const base = errorBase(bases);
  const made = unknown.get(name);
  if (made !== undefined && Object.getPrototypeOf(made) === base) return made;
  const Made = { [name]: class extends base {} }[name] as ErrorClass;
  if (unknown.size >= maxUnknown) unknown.clear();
  unknown.set(name, Made);
  return Made;
}

const builtIn: ReadonlyMap<string, ErrorClass> = new Map(
  [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError].map((Class) => [Class.name, Class]),
);
const registered: Map<string, ErrorClass> = new Map();
/** Names come from the trace, so they are not kept without end. */
const maxUnknown = 1_000;
const unknown: Map<string, ErrorClass> = new Map();

function errorBase(bases: readonly string[]): ErrorClass {
  for (const name of bases) {
    const known = registered.get(name) ?? builtIn.get(name);
    if (known !== undefined) return known;
  }
  return Error;
}
