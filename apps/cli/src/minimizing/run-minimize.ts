import { randomUUID } from 'node:crypto';
import { type Minimization, minimize } from '@stepfork/minimize';
import type { TraceFile } from '@stepfork/trace';
import { writeTraceFile } from '@stepfork/trace/file';
import type { Reply } from '../base-command.ts';
import { interruptible } from '../forking/interruptible.ts';
import { refuseNewSecrets } from '../forking/refuse-new-secrets.ts';
import { createWorkerPool } from '../pool/create-worker-pool.ts';
import { startProgress } from '../progress.ts';
import { loadCheck } from './load-check.ts';
import type { MinimizeFlags } from './minimize-flags.ts';
import { poolRunner } from './pool-runner.ts';
import { type PreparedMinimize, prepareMinimize } from './prepare-minimize.ts';
import { replyToMinimize } from './reply-to-minimize.ts';

/** Searches in the worker pool, and writes what came of it; Ctrl-C ends the search with the best so far. */
export async function runMinimize(path: string, flags: MinimizeFlags): Promise<Reply> {
  const prepared = await prepareMinimize(path, flags);
  const predicate = flags.check === undefined ? undefined : await loadCheck(flags.check);
  return interruptible(async (interrupted) => {
    const pool = createWorkerPool(flags.workers === undefined ? {} : { workers: flags.workers });
    const progress = startProgress('replaying the recorded run');
    try {
      const { project, traces, options, fixed, claim, unit } = prepared;
      const result = await minimize(traces.trunk, {
        run: poolRunner({ pool, agents: { buggy: project.ref, fixed: fixed ?? project.ref }, options, recording: traces.trunk }),
        hasFixed: fixed !== null,
        root: project.ref.root,
        ...(unit !== undefined && { unit }),
        workers: flags.workers ?? 1,
        id: randomUUID(),
        signal: interrupted,
        ...(claim !== null && { claim }),
        ...(predicate && { predicate }),
        ...(flags['max-replays'] !== undefined && { maxReplays: flags['max-replays'] }),
        ...(flags['max-time'] !== undefined && { maxTimeMs: flags['max-time'] }),
        onProgress: ({ pass, replays, turns, bytes }) =>
          progress.update(`minimizing ${pass}: ${replays} replays, ${turns} turns and ${bytes.toLocaleString('en')} bytes left`),
      });
      return replyToMinimize(result, { ...prepared, path, flags, written: await write(result, prepared, flags.force) });
    } finally {
      progress.done();
      await pool.close();
    }
  });
}

/** The file of the smaller run; `null`: there is none. */
async function write(result: Minimization, { traces, output }: PreparedMinimize, force: boolean): Promise<string | null> {
  if (result.kind !== 'reduced') return null;
  refuseNewSecrets(traces.trunk, result.trace);
  const file: TraceFile = { trunk: result.trace, forks: [], sealed: true, damage: null };
  await writeTraceFile(output, file, { force });
  return output;
}
