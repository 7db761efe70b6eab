import type { ModuleExports, ModulePatch } from '@stepfork/interceptor';
import { hookTools } from './hook-tools.ts';

/** Where the SDK takes the tools of an agent: what it is handed there is recorded when it is called. For `patchModules` of `@stepfork/interceptor`. */
export const aiSdkPatches: readonly ModulePatch[] = [
  { package: 'ai', entry: '.', from: '5.0.0', below: '6.0.0', names: [...functions(), 'Experimental_Agent'], patch },
  { package: 'ai', entry: '.', from: '6.0.0', names: [...functions(), 'ToolLoopAgent', 'Experimental_Agent'], patch },
];

function functions(): readonly string[] {
  return ['generateText', 'streamText'];
}

type AnyFunction = (...args: readonly unknown[]) => unknown;
type AnyClass = new (...args: readonly unknown[]) => object;

function patch(exports: ModuleExports): ModuleExports {
  const { generateText, streamText, ToolLoopAgent, Experimental_Agent } = exports;
  const agent = withTools((ToolLoopAgent ?? Experimental_Agent) as AnyClass);
  return {
    generateText: calledWithTools(generateText as AnyFunction),
    streamText: calledWithTools(streamText as AnyFunction),
    ToolLoopAgent: agent,
    Experimental_Agent: agent,
  };
}

function calledWithTools(ask: AnyFunction): AnyFunction {
  return new Proxy(ask, { apply: (target, self, [settings, ...rest]) => Reflect.apply(target, self, [hookedSettings(settings), ...rest]) });
}

/** An agent keeps its settings, and calls the functions of its own module. */
function withTools(Agent: AnyClass): AnyClass {
  return new Proxy(Agent, {
    construct: (target, [settings, ...rest], made) => Reflect.construct(target, [hookedAgent(settings), ...rest], made),
  });
}

function hookedSettings(settings: unknown): unknown {
  return isObject(settings) && 'tools' in settings ? { ...settings, tools: hookTools(settings.tools) } : settings;
}

/** `prepareCall` may give other tools for each call. */
function hookedAgent(settings: unknown): unknown {
  const hooked = hookedSettings(settings);
  if (!isObject(hooked) || typeof hooked.prepareCall !== 'function') return hooked;
  const prepareCall = hooked.prepareCall as AnyFunction;
  return {
    ...hooked,
    async prepareCall(this: unknown, ...args: readonly unknown[]) {
      return hookedSettings(await Reflect.apply(prepareCall, this, args));
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
