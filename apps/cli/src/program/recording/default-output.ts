import { basename } from 'node:path';

/** `agent.sftrace` for `node src/agent.ts`, `npm.sftrace` where no script is named. */
export function defaultOutput(command: readonly string[]): string {
  const script = command.find((word) => /\.[cm]?[jt]sx?$/.test(word)) ?? command[0] ?? 'program';
  return `${basename(script).replace(/\.[^.]+$/, '')}.sftrace`;
}
