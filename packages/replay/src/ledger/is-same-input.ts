import { canonicalJson, type Json, type JsonObject, type Run } from '@stepfork/trace';

/** Two runs were given the same. What a program is called, and the command that starts it, are no input: a corrected copy is another file. */
export function isSameInput(one: Run, other: Run): boolean {
  return one.input === other.input || canonicalJson(givenTo(one)) === canonicalJson(givenTo(other));
}

function givenTo({ agent, input }: Run): Json {
  if (agent !== null || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const { command, argv, stdinPieces: _, ...given } = input as JsonObject;
  return Array.isArray(command) && Array.isArray(argv) ? { ...given, arguments: argv.slice(1) } : input;
}
