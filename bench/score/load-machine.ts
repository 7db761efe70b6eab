import { Worker } from 'node:worker_threads';

/** Two threads that are busy until the returned function is called. */
export function loadMachine(): () => void {
  const threads = [0, 1].map(() => new Worker('for (;;);', { eval: true }));
  return () => {
    for (const thread of threads) void thread.terminate();
  };
}
