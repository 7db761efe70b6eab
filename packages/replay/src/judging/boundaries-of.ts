import { registered } from '@stepfork/interceptor';
import type { Replay } from '../replay-result.ts';

/** Tools that are recorded where they are called: those of the recording, and those that the agent's code declares. */
export function boundariesOf({ recording }: Replay): ReadonlySet<string> {
  const recorded = recording.steps.flatMap(({ call }) => (call.kind === 'tool' ? [call.name] : []));
  return new Set([...recorded, ...registered().flatMap(({ kind, name }) => (kind === 'tool' ? [name] : []))]);
}
