import type { RuleOut } from '@stepfork/minimize';
import { canonicalJson, type Json, type JsonObject, type Trace } from '@stepfork/trace';

/**
 * A program is started by the command that is typed, so that only what it reads from stdin can be made smaller; where that came in pieces, as
 * somebody typed it, not even that.
 */
export function sameCommand({ run }: Trace): RuleOut {
  const recorded = givenOf(run.input);
  return ({ run: { input } }) => (givenOf(input) === recorded ? null : 'the program would be started in another way');
}

function givenOf(input: Json): string {
  if (typeof input !== 'object' || input === null) return '';
  const { stdin = null, stdinPieces, ...given } = input as JsonObject;
  const kind = stdin === null ? 'nothing' : typeof stdin;
  return canonicalJson(stdinPieces === undefined ? { ...given, stdin: kind } : (input as JsonObject));
}
