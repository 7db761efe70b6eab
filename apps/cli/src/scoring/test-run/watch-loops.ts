import { Worker } from 'node:worker_threads';

/** Sees to it that no run of a test keeps this process for ever. */
export interface LoopWatch {
  /** A run begins, which may keep control for so long. */
  readonly begin: (run: number, limitMs: number) => void;
  /** No run goes on: what is done until the next one may take as long as it takes. */
  readonly rest: () => void;
  readonly end: () => void;
}

// Taken before a test can replace them.
const { setInterval, clearInterval, SharedArrayBuffer: Shared, Int32Array: Integers } = globalThis;

const beatMs = 20;

/**
 * Code that never awaits can only be ended with its process: a thread of its own counts how long the event loop stands still, writes down which
 * run did that, and kills the process. Who started it begins anew, without that run.
 *
 * @param answer the file that takes the line `{ "test": …, "hung": <number of the run> }`
 */
export function watchLoops(answer: string, test: string): LoopWatch {
  // Beats so far; the number of the run from 1, 0 before the first; how long that run may keep control.
  const shared = new Integers(new Shared(12));
  const beat = setInterval(() => {
    shared[0] = ((shared[0] ?? 0) + 1) | 0;
  }, beatMs);
  beat.unref();
  const thread = new Worker(source, { eval: true, workerData: { shared, beatMs, answer, test }, execArgv: [], env: {} });
  thread.on('error', () => {});
  thread.unref();
  return {
    begin: (run, limitMs) => {
      shared[2] = limitMs;
      shared[1] = run + 1;
    },
    rest: () => {
      shared[1] = 0;
    },
    end: () => {
      clearInterval(beat);
      void thread.terminate();
    },
  };
}

// As text: a thread that is started from a file would first load the loaders of the test. It counts beats that did not come, not time: both
// stand still while the machine sleeps.
const source = `
const { workerData: { shared, beatMs, answer, test } } = require('node:worker_threads');
const { appendFileSync } = require('node:fs');
let last = -1;
let stillMs = 0;
setInterval(() => {
  const [now, run, limitMs] = shared;
  stillMs = now === last ? stillMs + beatMs : 0;
  last = now;
  if (run === 0 || stillMs < limitMs + 1000) return;
  appendFileSync(answer, JSON.stringify({ test, hung: run - 1 }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, beatMs);
`;
