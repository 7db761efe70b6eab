import type { Trace, TraceFile } from '@stepfork/trace';
import { runHead } from '../project/run-head.ts';
import { installedSdks } from '../sdks/installed-sdks.ts';
import type { Asked } from './ask-code.ts';
import { folderOfAgent } from './folder-of-agent.ts';
import { type CodeNow, type Staleness, stalenessOf } from './staleness.ts';

/** A recording of a trace file. */
export interface LookedAt {
  readonly path: string;
  readonly file: TraceFile;
  readonly trace: Trace;
}

/**
 * The staleness of a recording, with what the code asks now where somebody is named to be asked.
 *
 * @param onBlocked called where the code never gives control back; it must end the process
 */
export async function lookAt({ path, file, trace }: LookedAt, asked: Asked, onBlocked: (staleness: Staleness) => void): Promise<Staleness> {
  const folder = folderOfAgent(asked.agent, { run: trace.run, file: path });
  const { versions } = runHead(null, installedSdks(folder));
  const beside = (code: CodeNow | null): Staleness => stalenessOf(trace, { atMs: Date.now(), versions, code });
  if (asked.agent === undefined && asked.command === null) return beside(null);
  // Only now: it takes all of a replay.
  const { askCode } = await import('./ask-code.ts');
  return beside(await askCode(path, file, asked, (code) => onBlocked(beside(code))));
}
