import { currentRun, hookedTool, tool } from '@stepfork/interceptor';

/** `tool()` of the SDK. */
export type ToolFunction = (options: unknown, ...rest: readonly unknown[]) => unknown;

/** What a tool of this name is declared to be; `hooked`: nothing is said. */
export type DeclaredTools = (name: string) => { readonly effect: boolean; readonly stable: boolean } | 'hooked';

type Execute = (this: unknown, input: unknown, ...rest: readonly unknown[]) => unknown;

interface ToolSettings {
  readonly name?: string;
  readonly execute: Execute;
  readonly outputSchema?: unknown;
}

/** Marks our functions: several copies of this package may be in one process, and who wraps by hand has said more. */
const mark: unique symbol = Symbol.for('stepfork.openai-agents.execute') as never;

/** The function with which an agent defines its tools: the calls of their `execute` are recorded, with the input as the SDK has checked it. */
export function recordedTool(define: ToolFunction, declared: DeclaredTools): ToolFunction {
  return new Proxy(define, {
    apply(target, self, [settings, ...rest]: readonly unknown[]) {
      if (!isSettings(settings) || mark in settings.execute) return Reflect.apply(target, self, [settings, ...rest]);
      const { execute } = settings;
      let recorded = execute;
      const wrapped: Execute = (...args) => recorded.call(settings, ...args);
      Object.defineProperty(wrapped, mark, { value: true });
      // The SDK takes the name of the function where none is given, and makes one of it that models take.
      const made: unknown = Reflect.apply(target, self, [{ ...settings, name: settings.name ?? execute.name, execute: wrapped }, ...rest]);
      recorded = recordedExecute(nameOf(made), settings, declared);
      return made;
    },
  });
}

function recordedExecute(name: string, { execute, outputSchema }: ToolSettings, declared: DeclaredTools): Execute {
  const output = outputSchema === undefined ? {} : { output: outputSchema };
  // The context of the run and the rest travel along: they are no part of the question.
  function body(this: { readonly self: unknown; readonly rest: readonly unknown[] }, input: unknown): unknown {
    return execute.call(this.self, input, ...this.rest);
  }
  const traits = declared(name);
  const call = traits === 'hooked' ? hookedTool(name, body, output) : tool(name, body, { ...traits, ...output });
  return function stepforkExecute(this: unknown, input, ...rest) {
    return currentRun() === null ? execute.call(this, input, ...rest) : call.call({ self: this, rest }, input);
  };
}

function isSettings(value: unknown): value is ToolSettings {
  return typeof value === 'object' && value !== null && 'execute' in value && typeof value.execute === 'function';
}

function nameOf(made: unknown): string {
  return (made as { readonly name: string }).name;
}
