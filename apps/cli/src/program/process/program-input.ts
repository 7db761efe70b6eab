import { basename, isAbsolute } from 'node:path';
import { portablePath } from '../../project/portable-path.ts';
import type { InputPieces, ProcessStart } from '../exchange/process-notes.ts';

/** What a program was given. */
export interface ProgramInput {
  /** Its script, from the current folder, and the arguments behind it. */
  readonly argv: readonly string[];
  /** As far as it was read; `null`: not at all. */
  readonly stdin: unknown;
  /** As somebody types lines. Left out where all came at once; numbers are what was written formerly: where each piece ended, but the last one. */
  readonly stdinPieces?: InputPieces | readonly number[];
  /** The command line that started it, as it was typed. */
  readonly command: readonly string[];
}

export function programInput(start: ProcessStart, command: readonly string[], cwd: string = process.cwd()): ProgramInput {
  const { script } = start;
  const shown = script === null ? '-e' : isAbsolute(script) ? (portablePath(cwd, script) ?? basename(script)) : script;
  return { argv: [shown, ...start.arguments], stdin: null, command };
}
