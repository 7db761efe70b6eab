import type { ProcessEnd } from '../exchange/process-notes.ts';

/** Of a process in which we could not start. */
export function failedEnd(error: unknown): ProcessEnd {
  const failure = error instanceof Error ? error.message : String(error);
  return { exitCode: 0, stdin: null, stdinPieces: [], unseen: [], children: [], failure };
}
