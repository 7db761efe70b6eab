import { Worker } from 'node:worker_threads';

// Taken before an agent is loaded, which may replace it.
const kill = process.kill.bind(process);

/**
 * Ends this process, and what it has started, when its parent is gone: at once when the channel closes, and from a thread of its own where an
 * agent that never awaits hears nothing. Who leads no process group ends alone.
 */
export function endWithParent(parent: number): void {
  const { pid } = process;
  const group = process.platform === 'win32' ? pid : -pid;
  process.once('disconnect', () => {
    try {
      kill(group, 'SIGKILL');
    } catch {
      kill(pid, 'SIGKILL');
    }
  });
  const thread = new Worker(source, { eval: true, workerData: { parent, pid, group }, execArgv: [], env: {} });
  thread.on('error', () => {});
  thread.unref();
}

// An error here would end the thread, and nobody would look for the parent any more.
const source = `
const { workerData: { parent, pid, group } } = require('node:worker_threads');
setInterval(() => {
  if (isThere()) return;
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    process.kill(pid, 'SIGKILL');
  }
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
