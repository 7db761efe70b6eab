import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isPseudonym, type Json, type JsonObject, type Redactor } from '@stepfork/trace';
import { isLauncher } from '../command/is-launcher.ts';
import { nameInProgram } from '../exchange/name-in-program.ts';
import type { ProcessName } from '../exchange/process-names.ts';
import type { ProcessStart } from '../exchange/process-notes.ts';

/**
 * The first process with the recorded arguments is the program. Its script may be another one: a corrected copy is what a replay is for. What only starts it,
 * like npm, has other arguments. What starts after it belongs to it.
 */
export function claimRole(
  folder: string,
  { script, thread, arguments: own, name }: ProcessStart,
  input: Json,
  { command, redactor }: { readonly command: readonly string[]; readonly redactor: Redactor | null },
): 'program' | 'stray' | { readonly part: string } {
  if (isLauncher(script)) return 'stray';
  const isProgram = thread === 0 && isSame(own, recordedArguments(input), redactor) && mayBeScript(script, command, input as JsonObject);
  if (isProgram && take(folder, 'program', name)) return 'program';
  const program = programName(folder);
  return program === null ? 'stray' : { part: nameInProgram(name, program, (part) => take(folder, `part ${part}`, name)) };
}

/** The command that was recorded runs the script that was recorded, and perhaps others with the same arguments before it. */
function mayBeScript(script: string | null, command: readonly string[], { command: recorded, argv }: JsonObject): boolean {
  if (!Array.isArray(recorded) || !Array.isArray(argv) || recorded.join('\n') !== command.join('\n')) return true;
  return script === null || basename(script) === basename(String(argv[0]));
}

/** True for the first process that wants to be this. */
function take(folder: string, what: string, name: ProcessName): boolean {
  try {
    writeFileSync(join(folder, what), JSON.stringify(name), { flag: 'wx' });
    return true;
  } catch {
    // It is there already.
    return false;
  }
}

/** `null`: the program has not started. */
function programName(folder: string): ProcessName | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'program'), 'utf8')) as ProcessName;
  } catch {
    return null;
  }
}

/** The program has started. */
export function hasProgram(folder: string): boolean {
  return programName(folder) !== null;
}

/** By which tsx talks to what it has started. */
export function isPipeOfLauncher(host: string): boolean {
  return /[\\/]tsx-?[^\\/]*[\\/]\d+\.pipe$/.test(host);
}

export function recordedArguments(input: Json): readonly string[] {
  const { argv } = input as JsonObject;
  return Array.isArray(argv) ? argv.slice(1).map(String) : [];
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
