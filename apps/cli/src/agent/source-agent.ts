import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { inspect } from 'node:util';
import type { Agent } from '@stepfork/replay';
import type { ShownBySource, SourceVariant } from '@stepfork/score';
import type { AgentRef } from './agent-ref.ts';
import { commonJsLoaded, loadAnew, modulesLoaded } from './load-anew.ts';
import type { ModuleExports } from './load-module.ts';
import { sourceTextFile } from './source-texts.ts';

/** What instrumented texts ask, by the convention of Stryker's instrumenter. */
interface MutantSwitch {
  activeMutant: string;
  hitCount: number;
  hitLimit: number;
  mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}

const scope = globalThis as { __stryker__?: MutantSwitch };

/** An agent whose own modules are loaded for each run from other texts. */
export interface SourceAgent {
  readonly agent: Agent;
  /** Replays it with this variant, and gives what that has shown; one at a time. */
  readonly during: <T>(variant: SourceVariant, replay: () => Promise<T>) => Promise<readonly [T, ShownBySource]>;
}

/** @param pick the agent among the exports of a module loaded anew */
export function sourceAgent(ref: AgentRef, pick: (exports: ModuleExports) => unknown): SourceAgent {
  // Modules are loaded outside of the run that needs them, as the first ones were.
  const outside = AsyncLocalStorage.snapshot();
  let folder = '';
  let failure: string | null = null;
  return {
    agent: async (input) => {
      const agent = await outside(() => load());
      return agent(input);
    },
    during: async ({ texts, active, hitLimit }, replay) => {
      folder = texts.folder;
      failure = null;
      modulesLoaded();
      const mutants: MutantSwitch = { activeMutant: active ?? '', hitCount: 0, hitLimit };
      scope.__stryker__ = mutants;
      const stopReading = readTextsOf(folder);
      try {
        return [await replay(), shown(mutants)];
      } finally {
        stopReading();
        delete scope.__stryker__;
      }
    },
  };

  function shown({ hitCount, hitLimit, mutantCoverage }: MutantSwitch): ShownBySource {
    if (failure !== null) return { failure };
    const modules = [...new Set([...modulesLoaded(), ...commonJsLoaded(ref.root)])];
    return { hits: { ...mutantCoverage?.static }, modules, isOverLimit: hitCount > hitLimit };
  }

  async function load(): Promise<Agent> {
    try {
      const agent = pick(await loadAnew(ref, folder));
      if (typeof agent === 'function') return agent as Agent;
      failure = `it no longer exports the function ${ref.exportName}`;
    } catch (error) {
      failure = `it cannot be loaded: ${error instanceof Error ? error.message : inspect(error)}`;
    }
    throw new Error(failure);
  }
}

/** CommonJS modules are read by `fs.readFileSync`, whoever loads them: within one run it gives the texts of a folder. */
function readTextsOf(folder: string): () => void {
  const { readFileSync } = fs;
  fs.readFileSync = ((path: Parameters<typeof readFileSync>[0], ...more: []) =>
    readFileSync((typeof path === 'string' ? sourceTextFile(folder, path) : null) ?? path, ...more)) as typeof readFileSync;
  return () => {
    fs.readFileSync = readFileSync;
  };
}
