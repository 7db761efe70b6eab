import { join } from 'node:path';
import { createFetch } from '@stepfork/http';
import { record as recordRun } from '@stepfork/interceptor';
import { replay as replayRun } from '@stepfork/replay';
import { openTraceFile, readTraceFile } from '@stepfork/trace/file';

const fetch = createFetch();

export async function record({ folder, talk }) {
  const writer = await openTraceFile(join(folder, 'run.sftrace'), { force: true });
  const { outcome } = await recordRun(() => talk({ fetch }), null, { writer });
  await writer.close();
  return outcome.value;
}

export async function replay({ folder, talk }) {
  const traces = await readTraceFile(join(folder, 'run.sftrace'));
  const { trace, receipt, stop } = await replayRun(traces, () => talk({ fetch }), { maxCalls: 100_000, timeoutMs: 120_000 });
  if (stop !== null) throw new Error(`the replay stopped: ${JSON.stringify(stop)}`);
  if (receipt.entries.some(({ how }) => how !== 'exact')) throw new Error('an answer was not the recorded one');
  return trace.outcome.value;
}
