import { createRequire, register } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { AgentRef } from './agent-ref.ts';
import { markUrl } from './fresh-hook.ts';
import { importModule, type ModuleExports, requireModule } from './load-module.ts';
import { withModuleListeners } from './module-listeners.ts';

// Each `require` that is made is dear, and there is one list of what is loaded.
const { cache } = createRequire(import.meta.url);

let runs = 0;
let hooked: MessageChannel | null = null;
/** CommonJS modules of agents: known when they are loaded first, since one that throws is no longer among those that are. */
const required = new Set<string>();

/** Loaded for a run that has not begun. */
let ahead: { readonly file: string; readonly exports: Promise<ModuleExports> } | null = null;

/** Begins to load them for a next run, between two runs. What fails is told to the run that needs them. */
export function loadAhead(ref: AgentRef): void {
  const exports = loadAnew(ref);
  exports.catch(() => {});
  ahead = { file: ref.file, exports };
}

/** Loads an agent's own modules once more, installed packages as they are. `texts`: from the texts of this folder, where it has one. */
export async function loadAnew(ref: AgentRef, texts: string | null = null): Promise<ModuleExports> {
  const early = ahead;
  // Whatever else is loaded now forgets the CommonJS modules of those.
  ahead = null;
  if (early?.file === ref.file && texts === null) return early.exports;
  hooked ??= hookModules();
  if (commonJsLoaded(ref.root).includes(ref.file)) required.add(ref.file);
  forgetCommonJs(ref.root);
  // Of an imported one Node has read the text already when the agent's thread is asked for it.
  if (texts !== null && required.has(ref.file)) return withModuleListeners(ref.file, async () => requireModule(ref.file));
  runs += 1;
  const mark = { run: String(runs), root: pathToFileURL(ref.root + sep).href, texts };
  const url = markUrl(pathToFileURL(ref.file).href, mark);
  return withModuleListeners(ref.file, () => importModule(ref.file, url));
}

/** The modules that were loaded with texts of a folder since this was asked last; CommonJS modules that only `require` knows are not among them. */
export function modulesLoaded(): readonly string[] {
  const modules: string[] = [];
  for (;;) {
    const next = hooked === null ? undefined : receiveMessageOnPort(hooked.port1);
    if (next === undefined) return modules;
    modules.push(next.message as string);
  }
}

/** Files of CommonJS modules of the agent's own that are loaded now. */
export function commonJsLoaded(root: string): readonly string[] {
  return Object.keys(cache).filter((file) => file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`));
}

/** They are kept by file, whatever the URL says. */
function forgetCommonJs(root: string): void {
  for (const file of commonJsLoaded(root)) delete cache[file];
}

function hookModules(): MessageChannel {
  const channel = new MessageChannel();
  register(new URL('./fresh-hook.js', import.meta.url), { data: channel.port2, transferList: [channel.port2] });
  return channel;
}
