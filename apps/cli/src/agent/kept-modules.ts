import { realpathSync, statSync } from 'node:fs';
import type { LoadFnOutput, ResolveFnOutput } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface Asked {
  readonly specifier: string;
  readonly parentURL: string | undefined;
}

/** What the thread of the module hooks has found out for one run, for all that follow. */
export interface KeptModules {
  /** Where a specifier leads to, asked for by a name that holds all that it hangs on. A path through a link, which may be turned, is gone anew each time. */
  readonly resolved: (name: string, asked: Asked, resolve: () => ResolveFnOutput | Promise<ResolveFnOutput>) => Promise<ResolveFnOutput>;
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
    resolved: async (name, asked, resolve) => {
      const known = places.get(name);
      if (known !== undefined) return known;
      const place = { ...(await resolve()), shortCircuit: true };
      if (isThroughLink(asked, place.url)) return throughLink(asked, place);
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

/** It says where it leads to, and does not lead there; but for an extension or an index, which a compiler may have put. The name of a package says nothing. */
function isThroughLink({ specifier, parentURL }: Asked, url: string): boolean {
  if (!/^(?:\.{0,2}\/|file:)/.test(specifier)) return false;
  const [asked, path] = [pathOf(new URL(specifier, parentURL)), pathOf(new URL(url))];
  const stem = asked.replace(/\.\w+$/, '');
  const isAsked = path.startsWith(asked) && /^(?:\.\w+|\/.*)?$/.test(path.slice(asked.length));
  return !isAsked && !(path.startsWith(stem) && /^\.\w+$/.test(path.slice(stem.length)));
}

/** Node itself never looks at a link twice. */
function throughLink({ specifier, parentURL }: Asked, place: ResolveFnOutput): ResolveFnOutput {
  const { href, search, hash } = new URL(specifier, parentURL);
  try {
    const url = pathToFileURL(realpathSync.native(fileURLToPath(href))).href + search + hash;
    return url === place.url ? place : { url, shortCircuit: true };
  } catch {
    // The path was completed by a compiler.
    return place;
  }
}

function pathOf({ pathname }: URL): string {
  return decodeURIComponent(pathname);
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
