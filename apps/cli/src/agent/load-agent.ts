import type { Agent, LoadNeeds } from '@stepfork/replay';
import { nearest } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { sendAgentOutputToStderr } from '../terminal/streams.ts';
import type { AgentRef } from './agent-ref.ts';
import { freshAgent } from './fresh-agent.ts';
import { guardAgent } from './guard.ts';
import { loadModule, type ModuleExports } from './load-module.ts';
import { meetNeeds } from './meet-needs.ts';
import { withModuleListeners } from './module-listeners.ts';
import { isRecord, pickExport } from './pick-export.ts';

export interface LoadOptions {
  /** `fresh` (default): the agent's own modules are loaded anew for each run after the first. */
  readonly modules?: 'fresh' | 'kept';
  /** Where they cannot be; else a note says so. */
  readonly onShared?: (error: unknown) => void;
  /** Of the recordings that it will be replayed from. Default: it runs in the world, where requests are recorded and keys are real. */
  readonly needs?: LoadNeeds;
}

const worldly: LoadNeeds = { http: true, tools: true, environment: {} };

/**
 * The function that a ref names, guarded. Loading it runs the module, never the agent.
 *
 * @throws UsageError if the module throws, or the export is missing or no function
 */
export async function loadAgent(ref: AgentRef, { modules = 'fresh', onShared, needs = worldly }: LoadOptions = {}): Promise<Agent> {
  sendAgentOutputToStderr();
  const takeBack = await meetNeeds(needs);
  const exports = await withModuleListeners(ref.file, () => loadModule(ref.file)).finally(takeBack);
  const value = pickExport(exports, ref.exportName);
  const odd = oddFunction(value);
  if (odd !== null) {
    throw new UsageError(
      `${ref.text} is ${odd}, not a function that returns what the agent has done.`,
      'Export one that calls it: export const run = async (input) => …',
    );
  }
  if (typeof value === 'function') {
    const agent = value as Agent;
    return guardAgent(modules === 'kept' ? agent : freshAgent(ref, agent, (anew) => pickExport(anew, ref.exportName), onShared));
  }
  const functions = functionNames(exports);
  const known =
    functions.length === 0
      ? 'It exports no function.'
      : `It exports these functions: ${functions.join(', ')}. Write #${functions[0]} behind the file, for instance.`;
  const near = nearest(ref.exportName, functions);
  throw new UsageError(
    value === undefined ? `${ref.file} has no export "${ref.exportName}".` : `${ref.text} is not a function but ${describe(value)}.`,
    near === null || near === ref.exportName ? known : `Did you mean #${near}? ${known}`,
  );
}

/** A function that cannot be called as an agent; `null` for one that can, and for what is none. */
function oddFunction(value: unknown): string | null {
  if (typeof value !== 'function') return null;
  if (/^class\b/.test(Function.prototype.toString.call(value))) return 'a class';
  return /Generator/.test(Object.prototype.toString.call(value)) ? 'a generator' : null;
}

function functionNames(exports: ModuleExports): readonly string[] {
  const inner = exports.default;
  const all = { ...(isRecord(inner) ? inner : {}), ...exports };
  return Object.keys(all).filter((name) => typeof all[name] === 'function' && name !== 'module.exports');
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
