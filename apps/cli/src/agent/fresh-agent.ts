import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { Agent } from '@stepfork/replay';
import { writeNote } from '../terminal/streams.ts';
import type { AgentRef } from './agent-ref.ts';
import { loadAnew } from './load-anew.ts';
import type { ModuleExports } from './load-module.ts';

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
    const agent = await outside(() => loaded());
    return (agent ?? first)(input);
  };

  async function loaded(): Promise<Agent | null> {
    try {
      const agent = pick(await loadAnew(ref));
      if (typeof agent === 'function') return agent as Agent;
    } catch (error) {
      onShared(error);
    }
    return null;
  }
}
