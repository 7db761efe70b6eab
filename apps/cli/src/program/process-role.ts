import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPseudonym, type Json, type JsonObject, type Redactor } from '@stepfork/trace';
import { isLauncher } from './is-launcher.ts';
import type { ProcessStart } from './process-notes.ts';

/**
 * The first process with the recorded arguments is the program. Its script may be another one: a corrected copy is what a replay is for. What only starts it,
 * like npm, has other arguments.
 */
export function claimRole(
  folder: string,
  { script, thread, arguments: own }: ProcessStart,
  input: Json,
  redactor: Redactor | null,
): ProcessStart['role'] {
  if (thread !== 0 || isLauncher(script) || !isSame(own, recordedArguments(input), redactor)) return 'stray';
  try {
    writeFileSync(programFile(folder), String(process.pid), { flag: 'wx' });
    return 'program';
  } catch {
    // It is there already.
    return 'stray';
  }
}

/** The program has started. */
export function hasProgram(folder: string): boolean {
  return existsSync(programFile(folder));
}

/** By which tsx talks to what it has started. */
export function isPipeOfLauncher(host: string): boolean {
  return /[\\/]tsx-?[^\\/]*[\\/]\d+\.pipe$/.test(host);
}

export function recordedArguments(input: Json): readonly string[] {
  const { argv } = input as JsonObject;
  return Array.isArray(argv) ? argv.slice(1).map(String) : [];
}

function programFile(folder: string): string {
  return join(folder, 'program');
}

function isSame(own: readonly string[], recorded: readonly string[], redactor: Redactor | null): boolean {
  return (
    own.length === recorded.length &&
    own.every((argument, at) => {
      const expected = recorded[at] ?? '';
      // Without the key nobody can tell.
      return argument === expected || redactor?.text(argument) === expected || (redactor === null && isPseudonym(expected));
    })
  );
}
