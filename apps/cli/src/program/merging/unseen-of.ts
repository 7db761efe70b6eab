import type { SeenProcess } from '../exchange/read-processes.ts';

const node: ReadonlySet<string> = new Set(['node', 'node.exe', 'npm', 'npx', 'pnpm', 'yarn', 'tsx']);
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'cmd.exe']);

/** What a program did that is in no trace, one line each. */
export function unseenOf(processes: readonly SeenProcess[]): readonly string[] {
  const pids = new Set(processes.flatMap(({ start }) => [start.pid, start.parentPid]));
  const lines = processes.flatMap(({ end }) => end?.unseen ?? []);
  const others = processes.flatMap(({ end }) =>
    (end?.children ?? []).filter(
      ({ pid, file, isOfCall }) => !isOfCall && (pid === null ? !node.has(file) && !shells.has(file) : !pids.has(pid)),
    ),
  );
  return [...new Set([...lines, ...others.map(({ file }) => `a process that is no recorded Node process: ${file}`)])];
}
