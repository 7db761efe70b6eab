import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import { threadId } from 'node:worker_threads';
import { ownProcessName } from '../exchange/process-names.ts';
import type { ProcessStart } from '../exchange/process-notes.ts';

/** What is known of this process when it starts. */
export function thisProcess(role: ProcessStart['role']): ProcessStart {
  return {
    pid: process.pid,
    parentPid: threadId === 0 ? process.ppid : process.pid,
    thread: threadId,
    script: realScript(process.argv[1]),
    arguments: process.argv.slice(2),
    startedAtMs: Date.now(),
    name: ownProcessName(),
    role,
  };
}

function realScript(path: string | undefined): string | null {
  if (path === undefined) return null;
  try {
    // `node .` and `node agent` name no file.
    return realpathSync(isAbsolute(path) ? createRequire(import.meta.url).resolve(path) : path);
  } catch {
    // Node will say so itself.
    return path;
  }
}
