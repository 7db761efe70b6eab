import type { Trace } from '@stepfork/trace';
import { UsageError } from '../usage-error.ts';
import { commandOf, isProgram } from './recorded-program.ts';

/** @throws UsageError for the recording of a program, where an agent that is a function is needed and none was named */
export function refuseProgram(trunk: Trace, path: string): void {
  if (!isProgram(trunk)) return;
  throw new UsageError(
    `${path} is the recording of a program, which names no agent.`,
    `Replay it with its command: stepfork replay ${path} -- ${commandOf(trunk.run.input)}. Whatever calls a function needs one: --agent ./src/agent.ts#runAgent.`,
  );
}

/** @throws UsageError always: nothing of a program runs for real in a replay */
export function refuseForkOfProgram(): never {
  throw new UsageError(
    'No fork is made by running a program, so fork takes no command behind --.',
    'Record the corrected program by the same command into a file of its own, and attach that: stepfork record -o fixed.sftrace -- <command>, then stepfork fork <file> --from fixed.sftrace.',
  );
}
