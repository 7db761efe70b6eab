import { statSync } from 'node:fs';
import type { LoadFnOutput, ResolveFnOutput } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What the thread of the module hooks has found out for one run, for all that follow. */
export interface KeptModules {
  /** Where a specifier leads to, asked for by a name that holds all that it hangs on. */
  readonly resolved: (name: string, resolve: () => ResolveFnOutput | Promise<ResolveFnOutput>) => Promise<ResolveFnOutput>;
  /** The text of a file, already translated, as long as the file is the same. */
  readonly loaded: (url: string, name: string, load: () => LoadFnOutput | Promise<LoadFnOutput>) => Promise<LoadFnOutput>;
}

/**
 * Modules that are loaded anew are made of texts that are not: looking for a file, reading it and translating it from TypeScript is more than
 * half of what a fresh module costs.
 */
export function keepModules(): KeptModules {
  const places = new Map<string, ResolveFnOutput>();
  const texts = new Map<string, { readonly state: string; readonly loaded: LoadFnOutput }>();
  return {
    resolved: async (name, resolve) => {
      const place = places.get(name) ?? { ...(await resolve()), shortCircuit: true };
      places.set(name, place);
      return place;
    },
    loaded: async (url, name, load) => {
      // Before it is read: who writes meanwhile is seen the next time.
      const state = stateOf(url);
      const kept = texts.get(name);
      if (kept !== undefined && kept.state === state) return copyOf(kept.loaded);
      const loaded = { ...(await load()), shortCircuit: true };
      if (state !== null) texts.set(name, { state, loaded });
      return copyOf(loaded);
    },
  };
}

/** Changes with a file; `null` for what is no file. */
function stateOf(url: string): string | null {
  const stats = url.startsWith('file:') ? statSync(fileURLToPath(url), { throwIfNoEntry: false }) : undefined;
  return stats === undefined ? null : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

/** Bytes are handed over to the thread that asked, and gone here. */
function copyOf(loaded: LoadFnOutput): LoadFnOutput {
  const { source } = loaded;
  return typeof source === 'object' && source !== null ? { ...loaded, source: structuredClone(source) } : loaded;
}
