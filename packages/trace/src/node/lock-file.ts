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
  if (!(await create(lock))) {
    const holder = await holderOf(lock);
    if (holder === null || isAlive(holder)) throw locked(path, lock);
    await rm(lock, { force: true });
    if (!(await create(lock))) throw locked(path, lock);
  }
  return () => rm(lock, { force: true });
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

async function create(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** `null` if that cannot be told: somebody may be about to write it. */
async function holderOf(lock: string): Promise<Holder | null> {
  try {
    const { pid, host } = JSON.parse(await readFile(lock, 'utf8')) as Partial<Holder>;
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

function locked(path: string, lock: string): StepforkError {
  return new StepforkError('STEPFORK_FILE_LOCKED', `${path} is being edited by another process.`, {
    hint: `Wait until it is done. If there is none, remove ${lock}.`,
  });
}
