import type { Json, Trace } from '@stepfork/trace';

/** What an agent has made of what it was told: the calls of tools, and its end. No agent is asked, so that answers may be taken apart by an SDK. */
export function usedValues({ steps, outcome }: Trace): readonly Json[] {
  const calls = steps.flatMap(({ call }) => (call.kind === 'tool' ? [call.name, call.input] : []));
  const end = outcome.kind === 'returned' ? [outcome.value] : outcome.kind === 'threw' ? [outcome.error] : [];
  return [...calls, ...end];
}
