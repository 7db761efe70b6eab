import { availableParallelism } from 'node:os';
import type { Candidate, CandidateResult } from './candidate.ts';
import type { Leak } from './leak.ts';
import type { Modules } from './messages.ts';
import { createPoolWorker, type PoolWorker } from './pool-worker.ts';
import { worthOfWorkers } from './worth-of-workers.ts';

export interface WorkerPoolOptions {
  /** Default: one less than the machine has cores for, at least one. No result depends on it. */
  readonly workers?: number;
  /** `at-once` (default): as many as there are jobs. `if-worth`: the first one alone, until what waits would take longer than starts. */
  readonly starts?: 'at-once' | 'if-worth';
  /** `fresh` (default): the agent's own modules are loaded anew for each run. `kept`: once for each worker, which is faster. */
  readonly modules?: Modules;
  /** What agents print: nowhere by default. */
  readonly output?: 'dropped' | 'stderr';
  /** Of the heap of each worker, default 1024. */
  readonly memoryMb?: number;
  /** Told what a run has left behind, after its result: its worker is replaced. */
  readonly onLeaks?: (leaks: readonly [Leak, ...Leak[]]) => void;
}

export interface WorkerPool {
  /**
   * Replays a candidate in a worker.
   *
   * @throws the signal's reason, at once, when it is aborted; an AbortError after `close`; what a replay throws for a candidate that is asked
   * wrongly, as a UsageError or a StepforkError with the same code
   */
  readonly runCandidate: (candidate: Candidate, options?: { readonly signal?: AbortSignal }) => Promise<CandidateResult>;
  /** Kills all workers and what is still running in them. Resolves when they are gone. */
  readonly close: () => Promise<void>;
}

interface Job {
  readonly candidate: Candidate;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: CandidateResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Worker processes that stay warm from run to run: packages are loaded once. After each run a worker is looked over, and replaced if anything
 * stayed that another run would meet. Started when they are first needed; they end with this process, however it ends.
 */
export function createWorkerPool({
  workers = Math.max(1, availableParallelism() - 1),
  starts = 'at-once',
  modules = 'fresh',
  output = 'dropped',
  memoryMb = 1024,
  onLeaks = () => {},
}: WorkerPoolOptions = {}): WorkerPool {
  const all = new Set<PoolWorker>();
  const idle: PoolWorker[] = [];
  const queue: Job[] = [];
  const served = new WeakSet<PoolWorker>();
  const worth = worthOfWorkers();
  let isClosed = false;
  const killAll = (): void => {
    for (const worker of all) worker.kill();
  };
  process.on('exit', killAll);

  return {
    runCandidate: (candidate, { signal } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        if (signal?.aborted === true) return reject(signal.reason);
        const onAbort = (): void => drop(job, signal?.reason);
        const settled = (): void => signal?.removeEventListener('abort', onAbort);
        const job: Job = {
          candidate,
          signal,
          resolve: (result) => {
            settled();
            resolve(result);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort);
        queue.push(job);
        next();
      }),
    close: async () => {
      isClosed = true;
      process.off('exit', killAll);
      for (const { reject } of queue.splice(0)) reject(closed());
      killAll();
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };

  function next(): void {
    while (queue.length > 0 && !isClosed) {
      // The one that has waited longest: it has been looked at by now.
      const worker = idle.shift() ?? start();
      if (worker === null) return;
      if (worker.isSpent()) continue;
      void serve(worker, queue.shift() as Job);
    }
  }

  function start(): PoolWorker | null {
    const living = [...all].filter((one) => !one.isSpent()).length;
    if (living >= workers || (living > 0 && starts === 'if-worth' && !worth.isWorth(queue.length, living))) return null;
    const worker = createPoolWorker({ output, memoryMb, onLeaks });
    all.add(worker);
    void worker.ended.then(() => {
      all.delete(worker);
      next();
    });
    return worker;
  }

  async function serve(worker: PoolWorker, job: Job): Promise<void> {
    const { candidate, signal, resolve, reject } = job;
    const beganAtMs = performance.now();
    try {
      const result = await worker.run(candidate, modules, signal);
      if (isClosed) reject(closed());
      else if (result !== null) resolve(result);
      // It was never begun, and is the first for another worker.
      else if (signal?.aborted !== true) queue.unshift(job);
    } catch (error) {
      reject(isClosed ? closed() : error);
    }
    worth.took(performance.now() - beganAtMs, !served.has(worker));
    served.add(worker);
    if (!worker.isSpent()) idle.push(worker);
    next();
  }

  /** One that runs already is told by its worker. */
  function drop(job: Job, reason: unknown): void {
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    job.reject(reason);
  }
}

function closed(): DOMException {
  return new DOMException('The worker pool was closed.', 'AbortError');
}
