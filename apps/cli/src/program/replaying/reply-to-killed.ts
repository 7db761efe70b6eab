import type { Reply } from '../../base-command.ts';
import { exitCode } from '../../exit-code.ts';
import type { ProgramKilled } from './program-killed.ts';

/** Whoever pressed Ctrl-C wants no answer. */
export function replyToKilled({ message, signal }: ProgramKilled): Reply {
  return {
    exit: exitCode.cannotExecute,
    value: { stop: message },
    text: () => '',
    next: () => `${message}: nothing was judged`,
    ...(signal && { signal }),
  };
}
