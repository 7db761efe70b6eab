import { type ProcessWide, processWide } from '../process-wide.ts';

// biome-ignore lint/suspicious/noExplicitAny: a class may want any arguments; its constructor is never called.
export type ErrorClass = abstract new (...args: any[]) => Error;

/**
 * Makes recorded errors of this class come back as its instances, found by the name of the class, so that `instanceof` holds in a replay.
 * An adapter calls it for the classes of its SDK. The constructor is not run.
 *
 * A later class of the same name takes the place of the earlier one: a replay loads the user's modules afresh.
 *
 * @throws StepforkError `STEPFORK_PROTOCOL` if another copy of this package in the process keeps its classes in another form
 */
export function registerErrorClass(Class: ErrorClass): void {
  registered().set(Class.name, Class);
}

/** The class for a recorded error: the registered or built-in one, else a new one of that name under the nearest known base. */
export function errorClass(name: string, bases: readonly string[]): ErrorClass {
  const known = knownClass(name);
  if (known !== undefined) return known;
  const base = nearestKnown(bases);
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
/** Names come from the trace, so they are not kept without end. */
const maxUnknown = 1_000;
const unknown: Map<string, ErrorClass> = new Map();

function nearestKnown(names: readonly string[]): ErrorClass {
  for (const name of names) {
    const known = knownClass(name);
    if (known !== undefined) return known;
  }
  return Error;
}

function knownClass(name: string): ErrorClass | undefined {
  return registered().get(name) ?? builtIn.get(name);
}

interface Registry extends ProcessWide {
  readonly classes: Map<string, ErrorClass>;
}

const protocol = 1;
const key: unique symbol = Symbol.for('stepfork.error-classes') as never;

// The adapter in the agent's project registers with its own copy, and a globally installed CLI asks with another one.
function registered(): Map<string, ErrorClass> {
  return processWide<Registry>('@stepfork/trace', key, protocol, () => ({ classes: new Map() })).classes;
}
