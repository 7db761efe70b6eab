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
    const traits = { effect: effects.includes(name), stable: stable.includes(name), ...outputOf(each.outputSchema) };
    return [name, { ...each, execute: wrapExecute(name, each, traits) }];
  });
  return Object.fromEntries(wrapped) as T;
}

function wrapExecute(name: string, each: ExecutableTool, traits: NonNullable<Parameters<typeof tool>[2]>): Execute {
  const { execute } = each;
  // The options travel as `this`: they hold what no two runs share, and are no part of the question.
  const call = tool(
    name,
    function body(this: unknown, input: unknown) {
      return execute.call(each, input, this);
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
    if (currentRun() === null) return execute.call(each, input, options);
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
