import { controlledNames } from '@stepfork/interceptor';
import type { Trace } from '@stepfork/trace';
import type { Receipt } from './receipt.ts';
import type { RunParts } from './run-parts.ts';

/** The receipt of a replay that has come to its end. */
export function receiptOf({ prepared, ledger, replayer, ambient: { drawn, unseen } }: RunParts, trace: Trace): Receipt {
  const { ignore, recording, place, rechunk } = prepared;
  const ignored: Record<string, number> = {};
  for (const { call } of ignore.isEmpty ? [] : trace.steps) {
    for (const rule of ignore.usedBy(call.kind, call.name, call.input)) ignored[rule] = (ignored[rule] ?? 0) + 1;
  }
  return {
    recording: { place, run: recording.run.id },
    entries: replayer.entries.slice(0, trace.steps.length),
    unused: recording.steps.filter((step) => !ledger.isUsed(step)).map(({ index }) => index),
    ignored,
    mintedIds: ledger.mintedIds(),
    bodiesRun: replayer.bodiesRun(),
    ambient: { ...controlledNames(), uncontrolled: [...unseen], drawn },
    ...(rechunk !== null && { rechunked: replayer.rechunked }),
  };
}
