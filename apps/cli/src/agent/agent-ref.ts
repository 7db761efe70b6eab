import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { nearest } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { refuseBundle } from '../inputs/refuse-bundle.ts';
import { storedRef } from './stored-ref.ts';

/** Where an agent is found. */
export interface AgentRef {
  readonly file: string;
  readonly exportName: string;
  /** Folder of the nearest package.json above the agent; its own folder if there is none. */
  readonly root: string;
  /** As it is stored in files: `src/agent.ts#runAgent`, relative to `root`, with `/` on every platform. */
  readonly text: string;
}

/**
 * Finds `./src/agent.ts#runAgent`. A relative path is looked for in the folders of `bases` in turn; `#default` may be left out.
 *
 * @throws UsageError with the nearest file name, if there is no such file
 */
export function resolveAgentRef(ref: string, bases: readonly string[]): AgentRef {
  const hash = ref.lastIndexOf('#');
  const path = hash === -1 ? ref : ref.slice(0, hash);
  const exportName = hash === -1 ? 'default' : ref.slice(hash + 1);
  if (path === '' || exportName === '') {
    throw new UsageError(`"${ref}" does not name an agent.`, 'Write the file and the exported function: ./src/agent.ts#runAgent.');
  }
  // Written on Windows, perhaps, and read elsewhere.
  const spellings = path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
  const tried = isAbsolute(path) ? [path] : [...new Set(spellings.flatMap((one) => bases.map((base) => resolve(base, one))))];
  const found = tried.find((file) => existsSync(file) && statSync(file).isFile());
  const folder = tried.find((one) => existsSync(one));
  if (folder !== undefined) refuseBundle(folder);
  if (found === undefined && folder !== undefined)
    throw new UsageError(`${path} is no file, so it holds no agent.`, 'Write the file and the exported function: ./src/agent.ts#runAgent.');
  if (found === undefined) throw new UsageError(`There is no file ${path}, which should hold the agent.`, missingFileHint(path, tried));
  const file = realpathSync(found);
  const root = packageRoot(dirname(file)) ?? dirname(file);
  return { file, exportName, root, text: storedRef(root, file, exportName) };
}

/** Folders from which a ref on the command line is read: the current one, then that of the nearest package.json. */
export function currentBases(cwd: string): readonly string[] {
  const root = packageRoot(cwd);
  return root === null ? [cwd] : [cwd, root];
}

/** Folders from which a ref inside a file is read: that of the nearest package.json above the file, then the file's own. */
export function basesOfFile(file: string): readonly string[] {
  const folder = dirname(resolve(file));
  const root = packageRoot(folder);
  return root === null ? [folder] : [root, folder];
}

/** The nearest folder with a package.json, from `folder` upwards. */
export function packageRoot(folder: string): string | null {
  for (let here = resolve(folder); ; here = dirname(here)) {
    if (existsSync(join(here, 'package.json'))) return here;
    if (here === dirname(here)) return null;
  }
}

function missingFileHint(path: string, tried: readonly string[]): string {
  const where = `Looked for ${tried.join(' and ')}.`;
  for (const file of tried) {
    const folder = dirname(file);
    if (!existsSync(folder)) continue;
    const near = nearest(basename(file), readdirSync(folder));
    if (near !== null) return `Did you mean ${join(dirname(path), near)}? ${where}`;
  }
  return where;
}
