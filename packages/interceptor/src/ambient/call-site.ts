import { existsSync } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { framesAbove } from './frames-above.ts';

type AnyFunction = (...args: never[]) => unknown;

/** No code of the user's own is looked for below this. */
const deepest = 40;
/** How deep it lies, by the function that was called: who asks is mostly the same one again, and asking twice costs more than asking too deep. */
const depths = new WeakMap<AnyFunction, number>();
/** What one deep call has taught is forgotten again, this much of it with each draw. */
const remembered = 0.98;

/**
 * Where in the agent's code `called` was called: module and enclosing function, `src/agent.ts#runAgent` or `src/agent.ts#Agent.run`. No line and
 * no path of this machine.
 *
 * Code of packages is passed over: whichever library makes the ids, the place is where the agent asks for one.
 */
export function callSite(called: AnyFunction): string {
  const before = depths.get(called) ?? 1;
  for (let depth = Math.ceil(before); ; depth = Math.min(3 * depth, deepest)) {
    const frames = framesAbove(called, depth);
    const found = placeIn(frames);
    // Nothing that lies deeper could say more.
    const isLast = found.isSure || frames.length < depth || depth === deepest;
    if (!isLast) continue;
    depths.set(called, Math.max(before * remembered, Math.min(found.isSure ? found.depth : frames.length + 1, deepest)));
    return found.file === null ? '?' : siteIn(found.file, found.name);
  }
}

/** A file of code, and the places in it by the name of their function. */
interface SourceFile {
  readonly path: string;
  readonly isPackage: boolean;
  readonly sites: Map<string, string>;
}

interface Found {
  /** `null`: nowhere. */
  readonly file: SourceFile | null;
  readonly name: string;
  /** What lies deeper changes nothing. */
  readonly isSure: boolean;
  /** So many frames were looked at. */
  readonly depth: number;
}

function siteIn(file: SourceFile, name: string): string {
  const known = file.sites.get(name);
  if (known !== undefined) return known;
  const site = `${moduleOf(file.path)}#${name}`;
  file.sites.set(name, site);
  return site;
}

/** What lies above is whoever recorded or replays the agent: another one each time. */
function isCallerOfAgent(frame: NodeJS.CallSite): boolean {
  return frame.getFunctionName()?.endsWith('stepforkCallsAgent') === true;
}

/** The first frame of the user's own, else the first of all; a function without a name has that of the one around it in the same module. */
function placeIn(frames: readonly NodeJS.CallSite[]): Found {
  let first: SourceFile | null = null;
  let firstName: string | null = null;
  let own: SourceFile | null = null;
  let depth = 0;
  let isSure = false;
  for (const frame of frames) {
    depth += 1;
    const file = fileOf(frame);
    if (file === null) continue;
    isSure = isCallerOfAgent(frame);
    if (isSure) break;
    if (own === null && !file.isPackage) own = file;
    if (own === file) {
      const name = nameOf(frame);
      if (name !== null) return { file, name, isSure: true, depth };
    }
    first ??= file;
    if (own === null && first === file) firstName ??= nameOf(frame);
  }
  return own === null ? { file: first, name: firstName ?? '', isSure, depth } : { file: own, name: '', isSure, depth };
}

/** What V8 calls the receivers of functions that are no methods of a class. */
const unnamedTypes: ReadonlySet<string | null> = new Set([null, 'Object', 'Function', 'Module']);

/** `run`, and `Search.run` for a method: classes of one module often have methods of the same name. */
function nameOf(frame: NodeJS.CallSite): string | null {
  const name = frame.getFunctionName()?.replace(/^(async|new) /, '') ?? null;
  if (name === null) return null;
  const type = frame.getTypeName();
  // Last, since V8 looks through all members of the receiver for it.
  const isMethod = !unnamedTypes.has(type) && !frame.isConstructor() && frame.getMethodName() === name;
  return isMethod ? `${type}.${name}` : name;
}

const files = new Map<string, SourceFile | null>();

/** `null` for what is built in. */
function fileOf(frame: NodeJS.CallSite): SourceFile | null {
  const name = frame.getFileName() ?? null;
  if (name === null) return null;
  const known = files.get(name);
  if (known !== undefined) return known;
  // Modules that are loaded anew for each run have a new name each time.
  if (files.size > 10_000) files.clear();
  const path = name.startsWith('node:') ? null : plainPath(name);
  const file = path === null ? null : { path, isPackage: isPackage(path), sites: new Map() };
  files.set(name, file);
  return file;
}

function plainPath(name: string): string | null {
  const plain = name.replace(/[?#].*$/, '');
  if (plain.startsWith('file:')) return fileURLToPath(plain);
  return plain.startsWith('/') || /^[a-z]:[\\/]/i.test(plain) ? plain : null;
}

const passedOver = new Set<string>();

/**
 * The code below this folder is never the place of a draw, as code of packages: an adapter that stands between a client and the network calls the
 * listeners of the client, wherever it is installed.
 */
export function passOver(folder: URL): void {
  passedOver.add(fileURLToPath(folder));
  files.clear();
}

function isPackage(path: string): boolean {
  for (const folder of passedOver) if (path.startsWith(folder)) return true;
  return /[\\/]node_modules[\\/]/.test(path);
}

const modules = new Map<string, string>();

/** A module as sites name it: from its nearest package.json, or from the folder of packages. */
export function moduleOf(path: string, on: PlatformPath = nodePath, exists: (file: string) => boolean = existsSync): string {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const name = moduleName(path, on, exists).replaceAll('\\', '/');
  modules.set(path, name);
  return name;
}

function moduleName(path: string, on: PlatformPath, exists: (file: string) => boolean): string {
  const [, inPackage] = /.*[\\/]node_modules[\\/](.*)/.exec(path) ?? [];
  if (inPackage !== undefined) return inPackage;
  for (let folder = on.dirname(path); folder !== on.dirname(folder); folder = on.dirname(folder)) {
    if (exists(on.join(folder, 'package.json'))) return on.relative(folder, path);
  }
  return on.basename(path);
}
