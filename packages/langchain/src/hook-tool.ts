import { currentRun, hookedTool, tool } from '@stepfork/interceptor';
import { fromPlain, toPlain } from './plain-answer.ts';

type Call = (this: unknown, input: unknown, ...rest: readonly unknown[]) => unknown;

/** What LangChain calls a tool, as far as it matters here. */
export interface LangchainTool {
  readonly name: string;
  _call: Call;
}

/** What was declared; `hooked`: nothing was said. */
type Declared = { readonly effect: boolean; readonly stable: boolean } | 'hooked';

/** Marks our functions with what they stand for: several copies of this package may be in one process. */
const original: unique symbol = Symbol.for('stepfork.langchain.call') as never;

type Marked = Call & { readonly [original]?: { readonly call: Call; readonly declared: Declared } };

export function isTool(value: unknown): value is LangchainTool {
  return typeof value === 'object' && value !== null && '_call' in value && typeof value._call === 'function' && 'name' in value;
}

/**
 * From now on the calls of this tool are recorded, at `_call`: behind the check of the input, before the answer becomes a message. So callbacks, errors of
 * the input and messages are LangChain's own, in a replay too.
 */
export function hookTool(self: LangchainTool, declared: Declared): void {
  const mark = (self._call as Marked)[original];
  if (mark !== undefined && (declared === 'hooked' || mark.declared !== 'hooked')) return;
  const call = mark?.call ?? self._call;
  const { name } = self;
  // What goes along (callbacks, config) travels as `this`: it is no part of the question.
  async function body(this: readonly unknown[], input: unknown): Promise<unknown> {
    return toPlain(await call.call(self, input, ...this));
  }
  const recorded = declared === 'hooked' ? hookedTool(name, body) : tool(name, body, declared);
  const wrapped: Call = async (input, ...rest) =>
    currentRun() === null ? call.call(self, input, ...rest) : fromPlain(await recorded.call(rest, input));
  Object.defineProperty(wrapped, original, { value: { call, declared } });
  Object.defineProperty(self, '_call', { value: wrapped, configurable: true, writable: true });
}
