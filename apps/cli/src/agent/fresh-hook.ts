import { readFile } from 'node:fs/promises';
import type { InitializeHook, LoadFnOutput, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { sourceTextFile } from './source-texts.ts';

/** The run that a module is loaded anew for. */
export interface RunMark {
  readonly run: string;
  /** URL of the folder whose modules are the agent's own. */
  readonly root: string;
  /** Where texts lie that are loaded in the place of modules; `null`: each has its own. */
  readonly texts: string | null;
}

let port: MessagePort | null = null;

export const initialize: InitializeHook<MessagePort> = (given) => {
  port = given;
};

/**
 * Module hook: what a module with the mark of a run imports gets the same mark, so that node loads it anew for that run. Only files of the
 * agent's own package: installed packages are shared, as in any process.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  const mark = markOf(context.parentURL);
  if (mark === null || !resolved.url.startsWith(mark.root) || resolved.url.includes('/node_modules/')) return resolved;
  return { ...resolved, url: markUrl(resolved.url, mark) };
};

/** Loads another text in the place of a module, if the mark names a folder that holds one, and tells which modules were asked for. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const texts = markOf(url)?.texts ?? null;
  if (texts === null) return nextLoad(url, context);
  const module = fileURLToPath(url);
  port?.postMessage(module);
  const file = sourceTextFile(texts, module);
  if (file === null) return nextLoad(url, context);
  const loaded = await nextLoad(pathToFileURL(file).href, context);
  // Of a CommonJS module that is imported Node reads the file itself, unless it is given a text.
  const source = loaded.source ?? (await readFile(file, 'utf8'));
  // It stays what it is by its URL, whatever its text was read from.
  return { ...loaded, source, responseURL: url } as LoadFnOutput;
};

export function markUrl(url: string, { run, root, texts }: RunMark): string {
  const marked = new URL(url);
  marked.searchParams.set('stepfork-run', run);
  marked.searchParams.set('stepfork-root', root);
  if (texts !== null) marked.searchParams.set('stepfork-texts', texts);
  return marked.href;
}

function markOf(url: string | undefined): RunMark | null {
  if (url?.includes('stepfork-run=') !== true) return null;
  const marks = new URL(url).searchParams;
  const [run, root] = [marks.get('stepfork-run'), marks.get('stepfork-root')];
  return run === null || root === null ? null : { run, root, texts: marks.get('stepfork-texts') };
}
