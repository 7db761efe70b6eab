import { existsSync } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';
import { fileURLToPath } from 'node:url';

type Function = (...args: never[]) => unknown;

/** No code of the user's own is looked for below this. */
const deepest = 40;
/** How deep it lay the last time, by the function that was called: who asks is mostly the same one again, and a stack costs by its depth. */
const depths = new WeakMap<Function, number>();

/**
 * Where in the agent's code `called` was called: module and enclosing function, `src/agent.ts#runAgent` or `src/agent.ts#Agent.run`. No line and
 * no path of this machine.
 *
 * Code of packages is passed over: whichever library makes the ids, the place is where the agent asks for one.
 */
export function callSite(called: Function): string {
  for (let depth = depths.get(called) ?? 1; ; depth = Math.min(3 * depth, deepest)) {
    const frames = framesAbove(called, depth);
    const found = placeIn(frames);
    // Nothing that lies deeper could say more.
    const isLast = found.isSure || frames.length < depth || depth === deepest;
    if (!isLast) continue;
    depths.set(called, Math.min(found.isSure ? found.depth : frames.length + 1, deepest));
    return found.path === null ? '?' : `${moduleOf(found.path)}#${found.name}`;
  }
}

interface Found {
  /** `null`: nowhere. */
  readonly path: string | null;
  readonly name: string;
  /** What lies deeper changes nothing. */
  readonly isSure: boolean;
  /** So many frames were looked at. */
  readonly depth: number;
}

/** What lies above is whoever recorded or replays the agent: another one each time. */
function isCallerOfAgent(frame: NodeJS.CallSite): boolean {
  return frame.getFunctionName()?.endsWith('stepforkCallsAgent') === true;
}

/** The first frame of the user's own, else the first of all; a function without a name has that of the one around it in the same module. */
function placeIn(frames: readonly NodeJS.CallSite[]): Found {
  let first: string | null = null;
  let firstName: string | null = null;
  let own: string | null = null;
  let depth = 0;
  let isSure = false;
  for (const frame of frames) {
    depth += 1;
    isSure = isCallerOfAgent(frame);
    if (isSure) break;
    const path = pathOf(frame);
    if (path === null) continue;
    if (own === null && !isPackage(path)) own = path;
    if (own === path) {
      const name = nameOf(frame);
      if (name !== null) return { path, name, isSure: true, depth };
    }
    first ??= path;
    if (own === null && first === path) firstName ??= nameOf(frame);
  }
  return own === null ? { path: first, name: firstName ?? '', isSure, depth } : { path: own, name: '', isSure, depth };
}

/** What V8 calls the receivers of functions that are no methods of a class. */
const unnamedTypes: ReadonlySet<string | null> = new Set([null, 'Object', 'Function', 'Module']);

/** `run`, and `Search.run` for a method: classes of one module often have methods of the same name. */
function nameOf(frame: NodeJS.CallSite): string | null {
  const name = frame.getFunctionName()?.replace(/^(async|new) /, '') ?? null;
  if (name === null || frame.isConstructor() || frame.getMethodName() !== name) return name;
  const type = frame.getTypeName();
  return unnamedTypes.has(type) ? name : `${type}.${name}`;
}

const asFrames = (_error: Error, frames: NodeJS.CallSite[]): unknown => frames;
let hasAdded = false;

function framesAbove(called: Function, depth: number): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  hasAdded ||= prepareStackTrace === undefined && !('prepareStackTrace' in Error);
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = depth;
    Error.prepareStackTrace = asFrames;
    Error.captureStackTrace(holder, called);
    return Array.isArray(holder.stack) ? (holder.stack as readonly NodeJS.CallSite[]) : [];
  } finally {
    // Taken away only after the last run: an object that properties are taken from is slow from then on.
    Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Leaves `Error` as it was before the first run. */
export function forgetCallSites(): void {
  if (hasAdded && Error.prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  hasAdded = false;
}

const paths = new Map<string, string | null>();

/** The file of a frame; `null` for what is built in. */
function pathOf(frame: NodeJS.CallSite): string | null {
  const name = frame.getFileName() ?? null;
  if (name === null || name.startsWith('node:')) return null;
  const known = paths.get(name);
  if (known !== undefined) return known;
  const path = plainPath(name);
  // Modules that are loaded anew for each run have a new name each time.
  if (paths.size > 10_000) paths.clear();
  paths.set(name, path);
  return path;
}

function plainPath(name: string): string | null {
  const plain = name.replace(/[?#].*$/, '');
  if (plain.startsWith('file:')) return fileURLToPath(plain);
  return plain.startsWith('/') || /^[a-z]:[\\/]/i.test(plain) ? plain : null;
}

function isPackage(path: string): boolean {
  if (!path.includes('node_modules')) return false;
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
