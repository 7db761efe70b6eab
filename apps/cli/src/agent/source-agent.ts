import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { inspect } from 'node:util';
import { type Agent, refuseSocketsOutside } from '@stepfork/replay';
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
  // One for each variant: what a mutant has left behind may open its socket in the run of another.
  let loading: Loading = { folder: '', allowed: null, opened: new Set(), failure: null };
  return {
    agent: async (input) => {
      const agent = await outside(() => load(loading));
      return agent(input);
    },
    during: async ({ texts: { folder }, active, hitLimit, hosts }, replay) => {
      loading = { folder, allowed: hosts, opened: new Set(), failure: null };
      modulesLoaded();
      const mutants: MutantSwitch = { activeMutant: active ?? '', hitCount: 0, hitLimit };
      scope.__stryker__ = mutants;
      const stopReading = readTextsOf(folder);
      try {
        return [await replay(), shown(mutants, loading)];
      } finally {
        stopReading();
        delete scope.__stryker__;
      }
    },
  };

  function shown({ hitCount, hitLimit, mutantCoverage }: MutantSwitch, { failure, opened }: Loading): ShownBySource {
    const isOverLimit = hitCount > hitLimit;
    // One that never ends may do so while it is loaded.
    if (failure !== null && !isOverLimit) return { failure };
    const modules = [...new Set([...modulesLoaded(), ...commonJsLoaded(ref.root)])];
    return { hits: { ...mutantCoverage?.static }, modules, isOverLimit, hosts: [...opened] };
  }

  async function load(own: Loading): Promise<Agent> {
    try {
      const isRefused = (host: string): boolean => isOther(host, own);
      const agent = pick(await refuseSocketsOutside(isRefused, () => loadAnew(ref, own.folder)));
      if (typeof agent === 'function') return agent as Agent;
      own.failure ??= `it no longer exports the function ${ref.exportName}`;
    } catch (error) {
      own.failure ??= `it cannot be loaded: ${error instanceof Error ? error.message : inspect(error)}`;
    }
    throw new Error(own.failure);
  }
}

/** What is known of the modules of one variant. */
interface Loading {
  readonly folder: string;
  /** To which hosts they may open sockets; `null`: to any. */
  readonly allowed: readonly string[] | null;
  readonly opened: Set<string>;
  /** The first reason why a replay of them says nothing. */
  failure: string | null;
}

/** Whether the right code does not open a socket to this host when it is loaded: wrong code does nothing to the world that the right one does not. */
function isOther(host: string, own: Loading): boolean {
  own.opened.add(host);
  if (own.allowed === null || own.allowed.includes(host)) return false;
  own.failure ??= `it opens a socket to ${host} while it is loaded, which the right code does not`;
  return true;
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
