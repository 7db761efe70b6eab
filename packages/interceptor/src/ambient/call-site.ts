import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

type Function = (...args: never[]) => unknown;

/** So deep is looked for code of the user's own. */
const frameLimit = 40;

/**
 * Where in the agent's code `called` was called: module and enclosing function, `src/agent.ts#runAgent`. No line and no path of this machine.
 *
 * Code of packages is passed over: whichever library makes the ids, the place is where the agent asks for one.
 */
export function callSite(called: Function): string {
  const frames = framesAbove(called).filter((frame) => pathOf(frame) !== null);
  const own = frames.findIndex((frame) => !isPackage(pathOf(frame) ?? ''));
  const frame = frames[Math.max(own, 0)];
  if (frame === undefined) return '?';
  const path = pathOf(frame) ?? '';
  const above = frames.slice(Math.max(own, 0)).filter((one) => pathOf(one) === path);
  const named = above.find((one) => one.getFunctionName() !== null)?.getFunctionName();
  return `${moduleOf(path)}#${(frame.getFunctionName() ?? named)?.replace(/^(async|new) /, '') ?? ''}`;
}

function framesAbove(called: Function): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = frameLimit;
    Error.prepareStackTrace = (_error, frames) => frames;
    Error.captureStackTrace(holder, called);
    return Array.isArray(holder.stack) ? (holder.stack as readonly NodeJS.CallSite[]) : [];
  } finally {
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
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
  return /[\\/]node_modules[\\/]/.test(path);
}

const modules = new Map<string, string>();

function moduleOf(path: string): string {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const name = moduleName(path).replaceAll('\\', '/');
  modules.set(path, name);
  return name;
}

function moduleName(path: string): string {
  const [, inPackage] = /.*[\\/]node_modules[\\/](.*)/.exec(path) ?? [];
  if (inPackage !== undefined) return inPackage;
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return relative(folder, path);
  }
  return basename(path);
}
