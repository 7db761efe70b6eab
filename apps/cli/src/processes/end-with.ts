import { Worker } from 'node:worker_threads';

// Taken before an agent is loaded, which may replace it.
const kill = process.kill.bind(process);

/**
 * Ends this process when another one is gone, as by SIGKILL: nobody would end it any more. A thread of its own looks for that, since code that
 * never awaits lets no timer of this one fire.
 *
 * @param ends `group`: with what this process has started, if it leads a process group.
 * @returns ends it now.
 */
export function endWith(other: number, ends: 'process' | 'group'): () => void {
  const { pid } = process;
  const ended = ends === 'group' && process.platform !== 'win32' ? -pid : pid;
  const thread = new Worker(source, { eval: true, workerData: { other, pid, ended }, execArgv: [], env: {} });
  thread.on('error', () => {});
  thread.unref();
  return () => {
    try {
      kill(ended, 'SIGKILL');
    } catch {
      kill(pid, 'SIGKILL');
    }
  };
}

// As text: a file would be loaded by the loaders of the agent. An error here would end the thread, and nobody would look any more. What has ended
// and nobody has waited for stays in the list of processes.
const source = `
const { workerData: { other, pid, ended } } = require('node:worker_threads');
const isChild = process.ppid === other;
setInterval(() => {
  if (isThere()) return;
  try {
    process.kill(ended, 'SIGKILL');
  } catch {
    process.kill(pid, 'SIGKILL');
  }
}, 200);
function isThere() {
  if (isChild && process.platform !== 'win32') return process.ppid === other;
  try {
    process.kill(other, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  try {
    return !/\\) Z /.test(require('node:fs').readFileSync('/proc/' + other + '/stat', 'utf8'));
  } catch {
    return true;
  }
}
`;
