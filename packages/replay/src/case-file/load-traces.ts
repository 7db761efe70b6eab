import type { Trace, TraceFile } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { isSameInput } from '../ledger/is-same-input.ts';
import type { Traces } from '../test-case.ts';

/**
 * The recordings of a test case, in file order: each file's trunk, then its forks. What-ifs and kept replays are none.
 *
 * @throws ConfigurationError if there is no recording, or one that had another input: what the agent does on that tells nothing about this one
 */
export async function loadTraces(traces: Traces): Promise<readonly [Trace, ...Trace[]]> {
  const files = await loadFiles(traces);
  const all = files.flatMap(({ trunk, forks }) => [trunk, ...forks]);
  const [first, ...rest] = all.filter(({ run }) => run.derived?.kind !== 'what-if' && run.derived?.kind !== 'replayed');
  if (first === undefined) throw noRecording(all);
  for (const one of rest) refuseOtherInput(first, one);
  return [first, ...rest];
}

async function loadFiles(traces: Traces): Promise<readonly TraceFile[]> {
  if (traces instanceof URL) return [await readTraceFile(traces)];
  return Array.isArray(traces) ? traces : [traces as TraceFile];
}

function refuseOtherInput(trunk: Trace, { run }: Trace): void {
  if (isSameInput(run, trunk.run)) return;
  throw new ConfigurationError(
    `the recording "${run.id}" had another input than the first one, "${trunk.run.id}", so it is no recording of this case`,
    'Take its segment out of the file; a run of the corrected code on this input is recorded by `stepfork record --as-of`.',
  );
}

function noRecording([one]: readonly Trace[]): ConfigurationError {
  if (one === undefined) return new ConfigurationError('the list of traces is empty', 'Give at least one trace file.');
  return new ConfigurationError(
    one.run.derived?.kind === 'replayed'
      ? 'the trace is a kept replay: what an agent did on recorded answers tells nothing about the world'
      : 'the trace is a what-if: in it an answer was replaced, so it tells nothing about the world',
    'Give the trace from which it was made; `stepfork diff` compares the two.',
  );
}
