import { type Check, type Claim, check, type ReplayOptions, replay, toolsOf } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { redactorOfProject } from '../../project/redaction-key.ts';
import type { Judged } from '../../replaying/compare-rechunked.ts';
import type { ProgramEnd, ProgramOptions } from '../run-program.ts';
import { programRunner } from './program-runner.ts';

export interface ReplayProgramOptions {
  readonly trace: string;
  readonly traces: TraceFile;
  readonly rules: ReplayOptions;
  readonly claim: Claim | null;
  readonly stdout: ProgramOptions['stdout'];
}

export interface ReplayedProgram extends Judged {
  /** Of the run whose output was shown. */
  readonly ended: ProgramEnd;
  readonly unseen: readonly string[];
}

/**
 * Runs a program offline, once for each replay that the verdict needs; only what the first one prints is shown.
 *
 * @throws ProgramKilled if it was ended by a signal; UsageError if none of its processes has the recorded arguments
 */
export async function replayProgram(command: readonly string[], options: ReplayProgramOptions): Promise<ReplayedProgram> {
  const { trace, traces, rules, claim } = options;
  const first: Pick<ReplayedProgram, 'ended' | 'unseen'>[] = [];
  const run = programRunner(command, {
    trace,
    rules,
    claimed: (claim?.calls ?? []).flatMap(toolsOf),
    stdoutOf: () => (first.length === 0 ? options.stdout : 'nowhere'),
    onEnd: (ended, unseen) => void first.push({ ended, unseen }),
  });
  const judged = await judge();
  const [shown] = first;
  if (shown === undefined) throw new Error('the program was not run');
  return { ...judged, ...shown };

  async function judge(): Promise<Judged> {
    const nobody = (): void => {};
    const redactor = redactorOfProject(process.cwd(), traces.trunk.run.redaction);
    if (claim !== null) return (await check({ traces, agent: nobody, claim, ...rules }, redactor, run)) satisfies Check;
    const replayed = await replay(traces, nobody, rules, run);
    return { verdict: replayed.stop, replay: replayed };
  }
}
