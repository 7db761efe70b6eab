import { decodeValue } from '@stepfork/trace';
import type { Replay } from '../replay-result.ts';
import { formatFrame } from './own-frames.ts';

/**
 * The error that ended a replayed run, for a test runner to show: redacted, as it stands in the trace, with the frames of the agent's own files
 * for its stack, so that the runner can show the line. `null`: no error did.
 */
export function thrownError({ trace: { outcome }, thrownAt = [] }: Replay): Error | null {
  if (outcome.kind !== 'threw' || thrownAt.length === 0) return null;
  const error = decodeValue(outcome.error);
  if (!(error instanceof Error)) return null;
  const stack = [`${error.name}: ${error.message}`, ...thrownAt.map((frame) => `    ${formatFrame(frame)}`)].join('\n');
  Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  return error;
}
