import type { CallKind, Step } from '@stepfork/trace';
import type { ReceiptEntry } from '../receipt.ts';

/** The call that was given its last answer again most often; `null`: none was. A run that never ends may wait for another answer of it. */
export function mostReused(
  entries: readonly ReceiptEntry[],
  steps: readonly Step[],
): { readonly kind: CallKind; readonly name: string; readonly times: number } | null {
  const times = new Map<number, number>();
  for (const entry of entries) if (entry.how === 'reused') times.set(entry.from, (times.get(entry.from) ?? 0) + 1);
  const [most] = [...times].sort(([, a], [, b]) => b - a);
  const call = most === undefined ? undefined : steps[most[0]]?.call;
  return most === undefined || call === undefined ? null : { kind: call.kind, name: call.name, times: most[1] };
}
