import { currentRun, tool } from '@stepfork/interceptor';
import { StepforkError } from '@stepfork/trace';
import { isAsyncIterable } from './is-async-iterable.ts';
import { outputOf } from './output-of.ts';

export interface WrapToolsOptions<Name extends string = string> {
  /** Tools that change the world: no replay ever runs their bodies. */
  readonly effects?: readonly Name[];
  /** Reads that no effect of this agent changes. */
  readonly stable?: readonly Name[];
}

type Execute = (this: unknown, input: unknown, options: unknown) => unknown;

interface ExecutableTool {
  readonly execute: Execute;
  readonly outputSchema?: unknown;
}

/**
 * The tools, with the calls of their `execute` recorded under the names that they have here. The input of the tool is the question; the id of
 * the call, the messages and the rest of the options are not. Tools without `execute` stay what they are: the SDK does not run them.
 *
 * @throws StepforkError if the options speak of a tool that is not there or that has no `execute`.
 */
export function wrapTools<T extends Readonly<Record<string, object>>>(tools: T, options: WrapToolsOptions<keyof T & string> = {}): T {
  const { effects = [], stable = [] } = options;
  for (const name of [...effects, ...stable]) refuseUnknown(name, tools);
  const wrapped = Object.entries(tools).map(([name, each]) => {
    if (!isExecutable(each)) return [name, each];
    // Wrapped again it is one call all the same, and stays the effect or the stable read that it was.
    const was = wrappedExecutes.get(each.execute);
    const effect = was?.effect === true || effects.includes(name);
    const traits = { effect, stable: stable.includes(name) || (was?.stable === true && !effect) };
    const body = { self: was?.self ?? each, execute: was?.execute ?? each.execute };
    const execute = wrapExecute(name, body, { ...traits, ...outputOf(each.outputSchema) });
    wrappedExecutes.set(execute, { ...body, ...traits });
    return [name, withExecute(each, execute)];
  });
  return Object.fromEntries(wrapped) as T;
}

interface Body {
  readonly self: object;
  readonly execute: Execute;
}

/** What our own functions stand for. */
const wrappedExecutes: WeakMap<Execute, Body & { readonly effect: boolean; readonly stable: boolean }> = new WeakMap();

/** The tool with another `execute`. What a class gives it is asked of the tool itself, since it may use what is private there. */
function withExecute(each: object, execute: Execute): object {
  const wrapped = Object.assign(Object.create(Object.getPrototypeOf(each) as object | null) as object, each, { execute });
  for (let at = inherited(each); at !== null; at = inherited(at)) {
    for (const key of Reflect.ownKeys(at)) {
      if (key === 'constructor' || Object.hasOwn(wrapped, key)) continue;
      const get = (): unknown => {
        const value: unknown = Reflect.get(each, key);
        return typeof value === 'function' ? value.bind(each) : value;
      };
      Object.defineProperty(wrapped, key, { get, configurable: true });
    }
  }
  return wrapped;
}

function inherited(each: object): object | null {
  const prototype = Object.getPrototypeOf(each) as object | null;
  return prototype === Object.prototype ? null : prototype;
}

function wrapExecute(name: string, { self, execute }: Body, traits: NonNullable<Parameters<typeof tool>[2]>): Execute {
  // The options travel as `this`: they hold what no two runs share, and are no part of the question.
  const call = tool(
    name,
    function body(this: unknown, input: unknown) {
      return execute.call(self, input, this);
    },
    traits,
  );

  async function* generated(input: unknown, options: unknown): AsyncGenerator<unknown> {
    const answer = await call.call(options, input);
    if (isAsyncIterable(answer)) yield* answer;
    else yield answer;
  }
  async function awaited(input: unknown, options: unknown): Promise<unknown> {
    const answer = await call.call(options, input);
    if (!isAsyncIterable(answer)) return answer;
    // The SDK takes an answer for preliminary ones only if it gets the iterable at once, which a replay cannot know. The last one counts.
    let last: unknown;
    for await (const each of answer) last = each;
    return last;
  }
  return (input, options) => {
    if (currentRun() === null) return execute.call(self, input, options);
    return isGenerator(execute) ? generated(input, options) : awaited(input, options);
  };
}

function isGenerator(execute: Execute): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

function isExecutable(each: object): each is ExecutableTool {
  return 'execute' in each && typeof each.execute === 'function';
}

function refuseUnknown(name: string, tools: Readonly<Record<string, object>>): void {
  const each = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (each !== undefined && isExecutable(each)) return;
  const why = each === undefined ? 'there is no tool of that name' : 'it has no `execute`, so the SDK does not run it';
  throw new StepforkError('STEPFORK_BOUNDARY', `The tool ${name} cannot be declared an effect or stable: ${why}.`, {
    hint: `Name one of these: ${
      Object.keys(tools)
        .filter((key) => isExecutable(tools[key] ?? {}))
        .join(', ') || '(none)'
    }.`,
  });
}
