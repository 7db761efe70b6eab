import { Worker } from 'node:worker_threads';

/**
 * Ends this process, and what it has started, when its parent is gone: at once when the channel closes, and from a thread of its own where an
 * agent that never awaits hears nothing.
 */
export function endWithParent(parent: number): void {
  const self = process.platform === 'win32' ? process.pid : -process.pid;
  process.once('disconnect', () => process.kill(self, 'SIGKILL'));
  const thread = new Worker(source, { eval: true, workerData: { parent, self }, execArgv: [], env: {} });
  thread.on('error', () => {});
  thread.unref();
}

const source = `
const { workerData: { parent, self } } = require('node:worker_threads');
setInterval(() => {
  if (isThere()) return;
  process.kill(self, 'SIGKILL');
}, 200);
function isThere() {
  if (process.platform !== 'win32') return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
`;
