import { basename, isAbsolute } from 'node:path';
import { portablePath } from '../../project/portable-path.ts';
import type { ProcessStart } from '../exchange/process-notes.ts';

/** What a program was given. */
export interface ProgramInput {
  /** Its script, from the current folder, and the arguments behind it. */
  readonly argv: readonly string[];
  /** As far as it was read; `null`: not at all. */
  readonly stdin: unknown;
  /** Where in it each piece ended that came by itself, but for the last one: the lines of somebody who typed them. Left out where it came in one. */
  readonly stdinPieces?: readonly number[];
  /** The command line that started it, as it was typed. */
  readonly command: readonly string[];
}

export function programInput(start: ProcessStart, command: readonly string[], cwd: string = process.cwd()): ProgramInput {
  const { script } = start;
  const shown = script === null ? '-e' : isAbsolute(script) ? (portablePath(cwd, script) ?? basename(script)) : script;
  return { argv: [shown, ...start.arguments], stdin: null, command };
}
