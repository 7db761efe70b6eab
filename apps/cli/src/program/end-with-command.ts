import { isAlive } from '../is-alive.ts';

// Taken before a clock of a replay stands in its place, and before a program can replace it.
const { setInterval: startInterval } = globalThis;
const kill = process.kill.bind(process);
const everyMs = 500;

/** Ends this process when the command that replays it is gone, as by SIGKILL: nobody would end it any more. One that never lets its event loop turn does not hear of it. */
export function endWithCommand(startedBy: number): void {
  // In a container of its own it sees other processes.
  if (!isAlive(startedBy)) return;
  startInterval(() => {
    if (!isAlive(startedBy)) kill(process.pid, 'SIGKILL');
  }, everyMs).unref();
}
