import { check, loadNeeds } from '@stepfork/replay';
import type { Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode, exitCodeOfStop } from '../exit-code.ts';
import { noteUnknownClaimed } from '../inputs/unknown-claimed.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { renderPruned } from '../render/pruned.ts';
import { renderWaysOn } from '../render/stopped.ts';
import { startProgress } from '../terminal/progress.ts';
import { editTrace } from './edit-trace.ts';
import { loadForkCase } from './fork-case.ts';
import type { ForkFlags } from './fork-flags.ts';
import { interruptible } from './interruptible.ts';
import { writeForks } from './write-forks.ts';

/**
 * Drops the forks that the case does not need: all but the recording that the agent as it is now follows to a pass. Code that fails follows
 * the recording of the bug, and says nothing about those that its fix needs; neither does a run without a conclusion. Then all are kept.
 */
export async function pruneForks(path: string, flags: ForkFlags, command: readonly string[] | null): Promise<Reply> {
  const { trace, options, claim, named, load, runnerOf, redactor } = await loadForkCase(path, flags, command);
  if (claim === null) {
    throw new UsageError(
      'Without a claim nobody can tell which forks are needed.',
      'Name the case file instead of the trace, or give --claim, --returns or --expect-call.',
    );
  }
  return interruptible((signal) =>
    editTrace(trace, async (edit): Promise<Reply> => {
      const { file } = edit;
      if (file.forks.length === 0) {
        return {
          exit: exitCode.yes,
          value: { kind: 'pruned', file: trace, dropped: [], kept: [] },
          text: (style) => renderPruned({ trace, verdict: null, dropped: [], kept: [] }, style),
        };
      }
      const agent = await load(loadNeeds(file));
      noteUnknownClaimed(claim, file);
      const progress = startProgress('replaying');
      const { verdict, replay } = await check(
        { traces: file, agent, claim, ...options },
        { signal, ...redactor() },
        runnerOf(options),
      ).finally(progress.done);
      const followed = replay.receipt.recording.place;
      const forks = file.forks.map(({ run }, at) => ({ recording: at + 1, run: run.id, agent: run.agent }));
      const isNeeded = ({ recording }: { readonly recording: number }): boolean => verdict.kind !== 'pass' || recording === followed;
      const [kept, dropped] = [forks.filter(isNeeded), forks.filter((fork) => !isNeeded(fork))];
      if (dropped.length > 0)
        await writeForks(
          edit,
          file.forks.filter((_, at) => isNeeded({ recording: at + 1 })),
        );
      return {
        exit: verdict.kind === 'pass' ? exitCode.yes : verdict.kind === 'fail' ? exitCode.no : exitCodeOfStop(verdict),
        value: { kind: verdict.kind === 'pass' ? 'pruned' : 'kept', file: trace, verdict, dropped, kept },
        text: (style) => renderPruned({ trace, verdict, dropped, kept }, style),
        next: () => renderWaysOn(verdict, { file: path, ...named, flags: typedFlags(flags) }),
      };
    }),
  );
}
