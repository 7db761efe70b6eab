import { observedCalls } from '@stepfork/replay/recorded';
import type { Trace } from '@stepfork/trace';
import { printable } from './printable.ts';

/** Flags without which a replay of this trace is refused: they let the bodies run that nothing answers. */
export function observedFlags({ steps }: Trace): readonly string[] {
  return namesIn(steps).flatMap((name) => ['--policy', `${name}=live`]);
}

/** Said when it was recorded, while the tools can still be wrapped; empty where all are. */
export function observedLine({ steps }: Trace): string {
  const names = namesIn(steps);
  if (names.length === 0) return '';
  return `only observed, since nothing wraps them: ${names.map((name) => printable(name)).join(', ')}; wrap each with tool() to have it answered in a replay, or let it run there: --policy ${printable(names[0] ?? '')}=live`;
}

function namesIn(steps: Trace['steps']): readonly string[] {
  return [...new Set(observedCalls(steps).map(({ name }) => name))];
}
