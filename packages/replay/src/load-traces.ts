import type { Trace, TraceFile } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { ConfigurationError } from './errors/configuration-error.ts';
import type { Traces } from './test-case.ts';

/** The recordings of a test case, in file order. A replay follows one of them, never a mixture; so far it is the first. */
export async function loadTraces(traces: Traces): Promise<readonly [Trace, ...Trace[]]> {
  const files = await loadFiles(traces);
  const [first, ...rest] = files.flatMap(({ trunk, forks }) => [trunk, ...forks]);
  if (first === undefined) throw new ConfigurationError('the list of traces is empty', 'Give at least one trace file.');
  return [first, ...rest];
}

async function loadFiles(traces: Traces): Promise<readonly TraceFile[]> {
  if (traces instanceof URL) return [await readTraceFile(traces)];
  return Array.isArray(traces) ? traces : [traces as TraceFile];
}
