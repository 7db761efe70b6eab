import type { Trace } from '@stepfork/trace';
import { UsageError } from '../../errors/usage-error.ts';
import { commandOf, isProgram } from './recorded-program.ts';

/** @throws UsageError for the recording of a program, where an agent that is a function is needed and none was named */
export function refuseProgram(trunk: Trace, path: string): void {
  if (!isProgram(trunk)) return;
  throw new UsageError(
    `${path} is the recording of a program, which names no agent.`,
    `Give its command behind --, as in stepfork replay ${path} -- ${commandOf(trunk.run.input)}. Whatever calls a function needs one: --agent ./src/agent.ts#runAgent.`,
  );
}
