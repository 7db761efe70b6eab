import { readFile } from 'node:fs/promises';
import type { InitializeHook, LoadFnOutput, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { keepModules } from './kept-modules.ts';
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
const kept = keepModules();

export const initialize: InitializeHook<MessagePort> = (given) => {
  port = given;
};

/**
 * Module hook: what a module with the mark of a run imports gets the same mark, so that node loads it anew for that run. Only files of the
 * agent's own package: installed packages are shared, as in any process.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const own = markOf(specifier);
  const mark = own ?? markOf(context.parentURL);
  if (mark === null) return nextResolve(specifier, context);
  const [plain, parentURL] = [withoutMark(specifier), context.parentURL && withoutMark(context.parentURL)];
  const name = JSON.stringify([plain, parentURL, context.importAttributes]);
  const resolved = await kept.resolved(name, { specifier: plain, parentURL }, () => nextResolve(plain, { ...context, parentURL }));
  const isOwn = own !== null || (resolved.url.startsWith(mark.root) && !resolved.url.includes('/node_modules/'));
  return isOwn ? { ...resolved, url: markUrl(resolved.url, mark) } : resolved;
};

/** Loads another text in the place of a module, if the mark names a folder that holds one, and tells which modules were asked for. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const mark = markOf(url);
  if (mark === null) return nextLoad(url, context);
  const text = mark.texts === null ? null : textOf(fileURLToPath(url), mark.texts);
  const place = text === null ? url : pathToFileURL(text).href;
  const name = JSON.stringify([withoutMark(place), context.importAttributes]);
  const loaded = await kept.loaded(place, name, async () => {
    const read = await nextLoad(place, context);
    // Of a CommonJS module that is imported Node reads the file itself, unless it is given a text.
    return text === null ? read : { ...read, source: read.source ?? (await readFile(text, 'utf8')) };
  });
  // It stays what it is by its URL, whatever its text was read from.
  return { ...loaded, responseURL: url } as LoadFnOutput;
};

function textOf(module: string, texts: string): string | null {
  port?.postMessage(module);
  return sourceTextFile(texts, module);
}

/** Stands at the end of a query, in this order: what it is taken off from is what it was put on. */
const markForm = /[?&]stepfork-run=([^&#]*)&stepfork-root=([^&#]*)(?:&stepfork-texts=([^&#]*))?/;

export function markUrl(url: string, { run, root, texts }: RunMark): string {
  const [place = '', fragment] = url.split(/(?=#)/);
  const ofTexts = texts === null ? '' : `&stepfork-texts=${encodeURIComponent(texts)}`;
  const mark = `stepfork-run=${run}&stepfork-root=${encodeURIComponent(root)}${ofTexts}`;
  return `${place}${place.includes('?') ? '&' : '?'}${mark}${fragment ?? ''}`;
}

function withoutMark(url: string): string {
  return url.replace(markForm, '');
}

function markOf(url: string | undefined): RunMark | null {
  const [, run, root, texts] = markForm.exec(url ?? '') ?? [];
  return run === undefined || root === undefined
    ? null
    : { run, root: decodeURIComponent(root), texts: texts === undefined ? null : decodeURIComponent(texts) };
}
