import type { Json, JsonObject, Trace } from '@stepfork/trace';
import { commandLine } from '../../render/command-line.ts';

/** The command line of a recorded program, as the input of its run says it; `null`: what was recorded is an agent that is a function. */
export function commandOf(input: Json): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const { command, argv } = input as JsonObject;
  return Array.isArray(command) && Array.isArray(argv) ? commandLine(...command.map(String)) : null;
}

/** The trace was made of a program, not of an agent that is a function. */
export function isProgram({ run }: Trace): boolean {
  return run.agent === null && commandOf(run.input) !== null;
}
