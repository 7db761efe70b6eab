import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { StepforkError } from '../errors.ts';
import { temporaryPath } from './temporary-path.ts';

/** What this process holds, so that it is let go of where the process ends without doing so. */
const held = new Set<string>();

/**
 * Keeps a file for one process that writes it: by a file beside it, `x.sftrace.lock`, that names the process and is gone when the returned
 * function has been called. What a killed process has left is taken over.
 *
 * @throws StepforkError `STEPFORK_FILE_LOCKED`
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  if (!create(lock)) takeOver(path, lock);
  if (held.size === 0) process.on('exit', releaseAll);
  held.add(lock);
  return () => {
    release(lock);
    held.delete(lock);
    if (held.size === 0) process.off('exit', releaseAll);
  };
}

/**
 * Puts an own lock in the place of one that a killed process has left. Of several that find it only one may remove it: who comes later would
 * remove the lock of the first. So that one is found by a second file, and looks once more at what it removes.
 */
function takeOver(path: string, lock: string): void {
  const left = textOf(lock);
  const holder = holderIn(left);
  if (holder === null || isAlive(holder)) throw locked(path, lock);
  const taking = `${lock}.taking`;
  if (!create(taking)) throw locked(path, `${lock} and ${taking}`);
  try {
    if (textOf(lock) !== left) throw locked(path, lock);
    rmSync(lock, { force: true });
    if (!create(lock)) throw locked(path, lock);
  } finally {
    rmSync(taking, { force: true });
  }
}

function releaseAll(): void {
  for (const lock of held) release(lock);
}

/** Not that of somebody else, should ours have been removed by hand. */
function release(lock: string): void {
  if (textOf(lock) === own()) rmSync(lock, { force: true });
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Whole or not at all, so that who is killed meanwhile leaves no lock that names nobody. */
function create(lock: string): boolean {
  const whole = temporaryPath(lock);
  try {
    writeFileSync(whole, own(), { flag: 'wx' });
    linkSync(whole, lock);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!withoutHardLinks.has(code)) throw error;
    return createInPlace(lock);
  } finally {
    rmSync(whole, { force: true });
  }
}

/** What file systems without hard links answer. */
const withoutHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV']);

function createInPlace(lock: string): boolean {
  try {
    writeFileSync(lock, own(), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function own(): string {
  return JSON.stringify({ pid: process.pid, host: hostname() });
}

function textOf(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
}

/** `null` if that cannot be told: somebody may be about to write it. */
function holderIn(text: string): Holder | null {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : null;
  } catch {
    return null;
  }
}

/** A process of another machine cannot be asked. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function locked(path: string, files: string): StepforkError {
  return new StepforkError('STEPFORK_FILE_LOCKED', `${path} is being written by another process.`, {
    hint: `Wait until it is done. If there is none, remove ${files}.`,
  });
}
