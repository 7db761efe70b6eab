import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessEnd, ProcessStart, StrayCall } from './process-notes.ts';
import { spoolFiles, startEnding } from './spool-files.ts';

/** What a process has left. */
export interface SeenProcess {
  /** What it is called in the folder. */
  readonly name: string;
  readonly start: ProcessStart;
  /** `null`: it was killed, or goes on. */
  readonly end: ProcessEnd | null;
  /** Path of its part of the trace; `null`: it has none. */
  readonly trace: string | null;
  readonly stray: StrayCall | null;
}

/** All processes of a program, in the order in which they started. */
export function readProcesses(folder: string): readonly SeenProcess[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(startEnding));
  const found = names.flatMap((name): SeenProcess[] => {
    const files = spoolFiles(folder, name.slice(0, -startEnding.length));
    const start = readNote<ProcessStart>(join(folder, name));
    if (start === null) return [];
    return [
      {
        name: files.name,
        start,
        end: readNote<ProcessEnd>(files.end),
        trace: existsSync(files.trace) ? files.trace : null,
        stray: readNote<StrayCall>(files.stray),
      },
    ];
  });
  return found.sort((a, b) => a.start.startedAtMs - b.start.startedAtMs || a.start.pid - b.start.pid);
}

/** Our own files of a moment ago. One that is not whole was being written when its process was killed. */
function readNote<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
