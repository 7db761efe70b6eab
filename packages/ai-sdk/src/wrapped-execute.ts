import { currentRun, hookedTool, tool } from '@stepfork/interceptor';
import { isAsyncIterable } from './is-async-iterable.ts';
import { outputOf } from './output-of.ts';

export type Execute = (this: unknown, input: unknown, options: unknown) => unknown;

/** A tool that the SDK runs itself. */
export interface ExecutableTool {
  readonly execute: Execute;
  readonly outputSchema?: unknown;
}

/** What a tool was declared to be by `wrapTools`; `hooked`: nothing was said of it. */
export type Declared = { readonly effect: boolean; readonly stable: boolean } | 'hooked';

/** What one of our functions stands for. It is a member of the function, since several copies of this package may be in one process. */
interface Original {
  readonly self: object;
  readonly execute: Execute;
  readonly declared: Declared;
}

const original: unique symbol = Symbol.for('stepfork.ai-sdk.execute') as never;

type Wrapped = Execute & { readonly [original]?: Original };

/** What was wrapped already; `null`: this is the user's own function. */
export function originalOf(execute: Execute): Original | null {
  return (execute as Wrapped)[original] ?? null;
}

/** An `execute` whose calls are recorded under this name. Wrapped again it is one call all the same. */
export function wrapExecute(name: string, each: ExecutableTool & object, declared: Declared): Execute {
  const { self, execute } = originalOf(each.execute) ?? { self: each, execute: each.execute };
  const output = outputOf(each.outputSchema);
  // The options travel as `this`: they hold what no two runs share, and are no part of the question.
  function body(this: unknown, input: unknown): unknown {
    return execute.call(self, input, this);
  }
  const call = declared === 'hooked' ? hookedTool(name, body, output) : tool(name, body, { ...declared, ...output });

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
    for await (const one of answer) last = one;
    return last;
  }
  const wrapped: Execute = (input, options) => {
    if (currentRun() === null) return execute.call(self, input, options);
    return isGenerator(execute) ? generated(input, options) : awaited(input, options);
  };
  return Object.defineProperty(wrapped, original, { value: { self, execute, declared } satisfies Original });
}

function isGenerator(execute: Execute): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

export function isExecutable(each: unknown): each is ExecutableTool & object {
  return typeof each === 'object' && each !== null && 'execute' in each && typeof each.execute === 'function';
}
