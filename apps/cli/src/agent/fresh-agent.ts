import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, register } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { Agent } from '@stepfork/replay';
import { writeNote } from '../streams.ts';
import type { AgentRef } from './agent-ref.ts';
import { markUrl } from './fresh-hook.ts';
import { importModule, type ModuleExports } from './load-module.ts';
import { withModuleListeners } from './module-listeners.ts';

let runs = 0;
let hooked = false;
/** Packages whose modules, as they were loaded at first, a run has used: agents of one package share them. */
const used = new Set<string>();

/**
 * An agent whose own modules are fresh for every run: what one run leaves in them (a cache, a counter) never reaches the next. The first run has
 * the modules that were loaded already.
 *
 * @param pick the agent among the exports of a module loaded anew
 * @param onShared called where a module cannot be loaded twice in a process, since it takes a port for instance: then its state is shared
 */
export function freshAgent(
  ref: AgentRef,
  first: Agent,
  pick: (exports: ModuleExports) => unknown,
  onShared: (error: unknown) => void = (error) =>
    writeNote(`note: ${ref.file} cannot be loaded anew for another run, so what a run leaves in it stays: ${inspect(error)}`),
): Agent {
  // Modules are loaded outside of the run that needs them, as the first ones were.
  const outside = AsyncLocalStorage.snapshot();
  return async (input) => {
    if (!used.has(ref.root)) {
      used.add(ref.root);
      return first(input);
    }
    const agent = await outside(() => loadAnew(ref, pick, onShared));
    return (agent ?? first)(input);
  };
}

async function loadAnew(
  ref: AgentRef,
  pick: (exports: ModuleExports) => unknown,
  onShared: (error: unknown) => void,
): Promise<Agent | null> {
  try {
    if (!hooked) register(new URL('./fresh-hook.js', import.meta.url));
    hooked = true;
    forgetCommonJs(ref.root);
    runs += 1;
    const url = markUrl(pathToFileURL(ref.file).href, String(runs), pathToFileURL(ref.root + sep).href);
    const agent = pick(await withModuleListeners(ref.file, () => importModule(ref.file, url)));
    if (typeof agent === 'function') return agent as Agent;
  } catch (error) {
    onShared(error);
  }
  return null;
}

/** CommonJS modules are kept by file, whatever the URL says. */
function forgetCommonJs(root: string): void {
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) {
    if (file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`)) delete cache[file];
  }
}
