import { StepforkError } from './errors.ts';

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

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
interface Registry {
  readonly protocol: number;
  readonly classes: Map<string, ErrorClass>;
}

const protocol = 1;
const key: unique symbol = Symbol.for('stepfork.error-classes') as never;

// On `globalThis`: the adapter in the agent's project registers with its own copy, and a globally installed CLI asks with another one.
function registered(): Map<string, ErrorClass> {
  const shared = globalThis as { [key]?: Registry };
  shared[key] ??= { protocol, classes: new Map() };
  const found = shared[key];
  if (found.protocol !== protocol) {
    throw new StepforkError(
      'STEPFORK_PROTOCOL',
      `Two copies of @stepfork/trace in this process do not understand each other: one speaks protocol ${found.protocol}, the other ${protocol}.`,
      { hint: 'Install the same version of Stepfork in the project and in the CLI.' },
    );
  }
  return found.classes;
}
