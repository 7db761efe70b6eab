import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface WorkerOptions {
  readonly output: 'dropped' | 'stderr';
  readonly memoryMb: number;
}

/** Starts a worker in a process group of its own, so that what an agent starts ends with it, and Ctrl-C comes to us alone. */
export function startWorker({ output, memoryMb }: WorkerOptions): ChildProcess {
  const printed = output === 'dropped' ? 'ignore' : 2;
  return fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [String(process.pid)], {
    serialization: 'advanced',
    // Not the parent's own: it may be under a debugger, or run a text.
    execArgv: [`--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', printed, printed, 'ipc'],
    detached: process.platform !== 'win32',
  });
}

/** Ends a worker and what its agent has started, whatever they do. */
export function killWorker({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
