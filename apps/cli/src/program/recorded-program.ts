import type { JsonObject, Trace } from '@stepfork/trace';
import { commandLine } from '../render/command-line.ts';

/** The command line of a recorded program. */
export function commandOf(input: unknown): string {
  const { command } = input as { readonly command?: readonly string[] };
  return Array.isArray(command) && command.length > 0 ? commandLine(...(command.map(String) as [string])) : 'unknown';
}

/** The trace was made of a program, not of an agent that is a function. */
export function isProgram({ run }: Trace): boolean {
  const { input, agent } = run;
  return (
    agent === null && typeof input === 'object' && input !== null && !Array.isArray(input) && Array.isArray((input as JsonObject).command)
  );
}
