import { type Minimization, minimize } from '@stepfork/minimize';
import type { TraceFile } from '@stepfork/trace';
import { writeTraceFile } from '@stepfork/trace/file';
import type { Reply } from '../base-command.ts';
import { interruptible } from '../forking/interruptible.ts';
import { refuseNewSecrets } from '../forking/refuse-new-secrets.ts';
import { startProgress } from '../terminal/progress.ts';
import { loadCheck } from './load-check.ts';
import type { MinimizeFlags } from './minimize-flags.ts';
import { type PreparedMinimize, prepareMinimize } from './prepare-minimize.ts';
import { replyToMinimize } from './reply-to-minimize.ts';
import { makeWorkFolder, removeWorkFolder } from './work-folder.ts';

/**
 * Searches, and writes what came of it; Ctrl-C ends the search with the best so far.
 *
 * @param command of a program; `null`: the agent is a function
 */
export async function runMinimize(path: string, flags: MinimizeFlags, command: readonly string[] | null): Promise<Reply> {
  const prepared = await prepareMinimize(path, flags, command);
  const predicate = flags.check === undefined ? undefined : await loadCheck(flags.check);
  return interruptible(async (interrupted) => {
    const { traces, fixed, options, claim, unit, root, output, ruleOut } = prepared;
    // Before the first replay: whether anything can be written there.
    const folder = makeWorkFolder(output);
    const runner = prepared.startRunner({ workers: flags.workers, folder, claim, interrupted });
    const progress = startProgress('replaying the recorded run');
    try {
      const result = await minimize(traces.trunk, {
        run: runner.run,
        forks: traces.forks,
        hasFixed: fixed !== null,
        root,
        policies: options.policies,
        ...(ruleOut && { ruleOut }),
        ...(unit !== undefined && { unit }),
        workers: flags.workers ?? 1,
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
      await runner.close();
      removeWorkFolder(folder);
    }
  });
}

/** The file of the smaller run; `null`: there is none. */
async function write(result: Minimization, { traces, output }: PreparedMinimize, force: boolean): Promise<string | null> {
  if (result.kind !== 'reduced') return null;
  for (const recording of [result.trace, ...result.forks]) refuseNewSecrets(traces.trunk, recording);
  const file: TraceFile = { trunk: result.trace, forks: result.forks, sealed: true, damage: null };
  await writeTraceFile(output, file, { force });
  return output;
}
