import type { Trace, TraceFile } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';

/**
 * A recording of a file: 0 is the trunk, then come the forks in file order.
 *
 * @throws UsageError if there are not so many forks
 */
export function recordingAt(path: string, { trunk, forks }: TraceFile, place: number): Trace {
  const trace = place === 0 ? trunk : forks[place - 1];
  if (trace !== undefined) return trace;
  throw new UsageError(
    `There is no fork ${place} in ${path}.`,
    forks.length === 0 ? 'It has no forks.' : `It has forks 1 to ${forks.length}.`,
  );
}
