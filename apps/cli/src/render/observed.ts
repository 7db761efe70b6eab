import { observedCalls, observedToolsIn } from '@stepfork/replay/recorded';
import type { Trace } from '@stepfork/trace';
import { printable } from './printable.ts';

/** Flags without which a replay of this trace is refused: they let the bodies run that nothing answers. */
export function observedFlags(trace: Trace): readonly string[] {
  return observedNames(trace).flatMap((name) => ['--policy', `${name}=live`]);
}

/** Said when it was recorded, while the tools can still be wrapped; empty where all are. */
export function observedLine(trace: Trace): string {
  const names = observedNames(trace);
  if (names.length === 0) return '';
  return `only observed, since nothing wraps them: ${names.map((name) => printable(name)).join(', ')}; wrap each with tool() to have it answered in a replay, or let it run there: --policy ${printable(names[0] ?? '')}=live`;
}

/** Tools that nothing wraps: what is known of them stands in what models asked and were told. */
export function observedNames(trace: Trace): readonly string[] {
  return [...new Set([...observedToolsIn(trace), ...observedCalls(trace.steps).map(({ name }) => name)])];
}
