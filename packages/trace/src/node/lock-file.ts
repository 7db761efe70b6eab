import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { StepforkError } from '../errors.ts';

/**
 * Keeps a file for one process that edits it: by a file beside it, `x.sftrace.lock`, that names the process and is gone when the returned
 * function has resolved. What a killed process has left is taken over.
 *
 * @throws StepforkError `STEPFORK_FILE_LOCKED`
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  if (!(await create(lock))) await takeOver(path, lock);
  return () => release(lock);
}

/**
 * Puts an own lock in the place of one that a killed process has left. Of several that find it only one may remove it: who comes later would
 * remove the lock of the first. So that one is found by a second file, and looks once more at what it removes.
 */
async function takeOver(path: string, lock: string): Promise<void> {
  const left = await textOf(lock);
  const holder = holderIn(left);
  if (holder === null || isAlive(holder)) throw locked(path, lock);
  const taking = `${lock}.taking`;
  if (!(await create(taking))) throw locked(path, `${lock} and ${taking}`);
  try {
    if ((await textOf(lock)) !== left) throw locked(path, lock);
    await rm(lock, { force: true });
    if (!(await create(lock))) throw locked(path, lock);
  } finally {
    await rm(taking, { force: true });
  }
}

/** Not that of somebody else, should ours have been removed by hand. */
async function release(lock: string): Promise<void> {
  if ((await textOf(lock)) === own()) await rm(lock, { force: true });
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

async function create(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, own(), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function own(): string {
  return JSON.stringify({ pid: process.pid, host: hostname() });
}

async function textOf(lock: string): Promise<string> {
  return readFile(lock, 'utf8').catch(() => '');
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
  return new StepforkError('STEPFORK_FILE_LOCKED', `${path} is being edited by another process.`, {
    hint: `Wait until it is done. If there is none, remove ${files}.`,
  });
}
