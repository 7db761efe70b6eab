import childProcess from 'node:child_process';
import fs from 'node:fs';
import { register, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import threads, { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { currentRun } from '@stepfork/interceptor';

type Reader = (path: unknown, ...more: readonly unknown[]) => unknown;

/** Stands for all that a run has had another process or thread look at: no file can have this name. */
export const unseenReads = '/\0';

/** What tells an agent what lies at a path. Streams open by `open`. */
const promised = ['readFile', 'open', 'readdir', 'opendir', 'access', 'stat', 'lstat', 'readlink', 'realpath', 'copyFile', 'cp'] as const;
const readers = [...promised.flatMap((name) => [name, `${name}Sync`]), 'existsSync'];
const starters = ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork'] as const;

let seen: Set<string> | null = null;
let isOff = false;

/** What is looked at meanwhile is not noted: it is not for a run, none of which may go on. */
export async function unwatched<T>(body: () => Promise<T>): Promise<T> {
  if (seen !== null) addLoads(seen);
  isOff = true;
  try {
    return await body();
  } finally {
    if (seen !== null) addLoads(new Set());
    isOff = false;
  }
}

/**
 * Notes from now on which paths are looked at in this process by `node:fs`, whether there is something or not, and which ES modules Node
 * loads. Native code does not pass here.
 *
 * @returns the absolute paths so far, and `unseenReads`
 */
export function watchReads(): ReadonlySet<string> {
  if (seen !== null) return addLoads(seen);
  const noted = new Set<string>();
  seen = noted;
  const note = (path: unknown, name: string, flags: unknown): void => {
    const file = isOff ? null : pathOf(path);
    if (file !== null && !(name.startsWith('open') && isWriteOnly(flags))) noted.add(file);
  };
  replace(fs as unknown as Record<string, Reader>, readers, note);
  replace(fs.promises as unknown as Record<string, Reader>, promised, note);
  const noteUnseen = (): void => {
    if (currentRun() !== null) noted.add(unseenReads);
  };
  replace(childProcess as unknown as Record<string, Reader>, starters, noteUnseen);
  threads.Worker = new Proxy(threads.Worker, {
    construct(worker, given, target) {
      noteUnseen();
      return Reflect.construct(worker, given, target) as object;
    },
  });
  syncBuiltinESMExports();
  register(new URL('./loads-hook.js', import.meta.url), { data: loads.port2, transferList: [loads.port2] });
  return noted;
}

const loads = new MessageChannel();

/** With what was loaded since this was called last. */
function addLoads(noted: Set<string>): ReadonlySet<string> {
  for (let next = receiveMessageOnPort(loads.port1); next !== undefined; next = receiveMessageOnPort(loads.port1))
    noted.add(fileURLToPath(next.message as string));
  return noted;
}

function replace(
  owner: Record<string, Reader>,
  names: readonly string[],
  note: (path: unknown, name: string, flags: unknown) => void,
): void {
  for (const name of names) {
    const plain = owner[name] as Reader;
    const watched = function (this: unknown, ...given: [unknown, ...unknown[]]): unknown {
      note(given[0], name, given[1]);
      return Reflect.apply(plain, this, given);
    };
    // `promisify` finds its own form there.
    owner[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(plain)) as Reader;
  }
}

function pathOf(path: unknown): string | null {
  try {
    if (typeof path === 'string') return resolve(path);
    if (path instanceof URL) return fileURLToPath(path);
    return Buffer.isBuffer(path) ? resolve(path.toString()) : null;
  } catch {
    // No file; `fs` will say so.
    return null;
  }
}

function isWriteOnly(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === fs.constants.O_WRONLY;
  return typeof flags === 'string' && !/[r+]/.test(flags);
}
