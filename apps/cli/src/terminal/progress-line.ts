import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { erase, phases, places, type SharedLine, textBytes } from './shared-line.ts';

/** One line on the terminal, drawn by a thread of its own: also while a large file is read, which holds the main thread. */
export interface ProgressLine {
  readonly say: (text: string) => void;
  readonly close: () => void;
}

export function drawLine(): ProgressLine {
  const shared: SharedLine = { state: new Int32Array(new SharedArrayBuffer(12)), text: new Uint8Array(new SharedArrayBuffer(textBytes)) };
  const { state, text } = shared;
  const thread = new Worker(new URL('./progress-thread.js', import.meta.url), {
    workerData: { ...shared, columns: process.stderr.columns || 80 },
    execArgv: [],
  });
  thread.unref();
  // Without a line the work goes on.
  thread.on('error', () => {});
  const restore = eraseBeforeOthers((isWholeLine) => settle(state, isWholeLine ? phases.hidden : phases.withheld));
  return {
    say: (words) => {
      const { written } = new TextEncoder().encodeInto(words, text);
      Atomics.store(state, places.length, written);
    },
    close: () => {
      restore();
      settle(state, phases.over);
      Atomics.store(state, places.over, 1);
      Atomics.notify(state, places.over);
    },
  };
}

/** Brings the line into another phase, and takes it off the terminal if it is there. */
function settle(state: Int32Array, to: number): void {
  for (;;) {
    const was = Atomics.load(state, places.phase);
    if (was === phases.over) return;
    if (was === phases.drawing) Atomics.wait(state, places.phase, phases.drawing, 10);
    else if (Atomics.compareExchange(state, places.phase, was, to) === was) {
      if (was === phases.shown) writeSync(2, erase);
      return;
    }
  }
}

type Write = typeof process.stderr.write;

/** What anybody prints stands alone. As long as its last line is not at its end, the line must not come back: it would be written over. */
function eraseBeforeOthers(before: (isWholeLine: boolean) => void): () => void {
  const terminals = [process.stdout, process.stderr].filter((stream) => stream.isTTY);
  const own = terminals.map((stream) => {
    const write = stream.write;
    const wrapped = ((...args: Parameters<Write>) => {
      before(/\n$/.test(String(args[0]).slice(-1)));
      return Reflect.apply(write, stream, args);
    }) as Write;
    stream.write = wrapped;
    return () => {
      if (stream.write === wrapped) stream.write = write;
    };
  });
  return () => {
    for (const restore of own) restore();
  };
}
