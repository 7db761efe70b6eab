import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';

export interface BlockedWatch {
  /** So long may code of the agent keep the process to itself; `null`: for ever. */
  readonly limitMs: number | null;
  /** Called within that code, which goes on once this returns: it must end the process. */
  readonly onLimit: () => void;
}

// Taken before the agent's module can replace them.
const { setInterval: startInterval, clearInterval: stopInterval, SharedArrayBuffer: Shared, Int32Array: Integers } = globalThis;

const key: unique symbol = Symbol.for('stepfork.blocked') as never;

const beatMs = 20;

/** Somebody who waits for an answer may have pressed Ctrl-C by then. */
const deafMs = 500;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Notices code of the agent that never awaits, so that neither a timer nor a signal of this process is heard: a thread of its own counts how
 * long the event loop stands still, and then has the debugger of Node call us in the middle of that code. Nothing is unwound (to terminate code
 * that way brings Node 20 down where an AsyncLocalStorage is in use), so all that can be done from there is to speak and end.
 *
 * After half a second nobody handles signals any more until the loop turns again: Ctrl-C then ends the process as the system has it.
 *
 * @returns ends the watch.
 */
export function watchBlocked({ limitMs, onLimit }: BlockedWatch): () => void {
  const beats = new Integers(new Shared(4));
  let restore: (() => void) | null = null;
  const beat = startInterval(() => {
    beats[0] = ((beats[0] ?? 0) + 1) | 0;
    restore?.();
    restore = null;
  }, beatMs);
  beat.unref();
  Reflect.defineProperty(globalThis, key, {
    configurable: true,
    value: (what: 'deaf' | 'limit') => {
      // Who steps through the agent with a debugger blocks it as well.
      if (inspector.url() !== undefined) return;
      if (what === 'deaf') restore = leaveSignals();
      else onLimit();
    },
  });
  const thread = startThread(beats, limitMs);
  return () => {
    stopInterval(beat);
    restore?.();
    Reflect.deleteProperty(globalThis, key);
    void thread?.terminate();
  };
}

/** Without it (threads or the debugger are not allowed, say) all works but this watch. */
function startThread(beats: Int32Array, limitMs: number | null): Worker | null {
  try {
    const thread = new Worker(source, { eval: true, workerData: { beats, limitMs, deafMs, beatMs }, execArgv: [], env: {} });
    thread.on('error', () => {});
    thread.unref();
    return thread;
  } catch {
    return null;
  }
}

// As text: a thread that is started from a file would first load the loaders that the agent needs. It counts beats that did not come, not
// time: both stand still while the machine sleeps.
const source = `
const { workerData: { beats, limitMs, deafMs, beatMs } } = require('node:worker_threads');
let last = beats[0];
let stillMs = 0;
let isDeaf = false;
let isOver = false;
setInterval(() => {
  const now = beats[0];
  if (now !== last) [last, stillMs, isDeaf] = [now, 0, false];
  else stillMs += beatMs;
  if (!isDeaf && stillMs >= deafMs) {
    isDeaf = true;
    call('deaf');
  }
  if (!isOver && limitMs !== null && stillMs >= limitMs + 2 * beatMs) {
    isOver = true;
    call('limit');
  }
}, beatMs);
function call(what) {
  try {
    const { Session } = require('node:inspector');
    const session = new Session();
    session.connectToMainThread();
    session.post('Runtime.evaluate', { expression: "globalThis[Symbol.for('stepfork.blocked')]?.('" + what + "')" }, () => session.disconnect());
  } catch {}
}
`;

/** Takes all listeners of these signals off; the returned function puts them back. */
function leaveSignals(): () => void {
  const taken = signals.map((signal) => [signal, process.rawListeners(signal)] as const);
  for (const signal of signals) process.removeAllListeners(signal);
  return () => {
    for (const [signal, listeners] of taken) for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
  };
}
