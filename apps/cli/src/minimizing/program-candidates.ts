import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate, CandidateRun, Side } from '@stepfork/minimize';
import { type Replay, replay } from '@stepfork/replay';
import { StepforkError, type Trace, writeTrace } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import type { TestOptions } from '../options/test-options.ts';
import { ProgramKilled } from '../program/replaying/program-killed.ts';
import { programRunner } from '../program/replaying/program-runner.ts';
import type { CandidateRunner } from './candidate-runner.ts';
import { rulesOfCandidate } from './rules-of-candidate.ts';

export interface ProgramCandidatesOptions {
  readonly commands: Readonly<Record<Side, readonly string[]>>;
  readonly options: TestOptions;
  /** What the search begins with: what is asked wrongly for it is the user's mistake, for a smaller one it only cannot be run. */
  readonly recording: Trace;
  /** Tools that the claim names. */
  readonly claimed: readonly string[];
  /** For what the processes are told. */
  readonly folder: string;
  readonly interrupted: AbortSignal;
}

/** Replays candidates by running a program, each in a process of its own and from a file of its own. */
export function programCandidates({
  commands,
  options,
  recording,
  claimed,
  folder,
  interrupted,
}: ProgramCandidatesOptions): CandidateRunner {
  let files = 0;
  return {
    async run(candidate, signal) {
      const wasInterrupted = interrupted.aborted;
      const done = await runCandidate(candidate, signal);
      // A terminal sends Ctrl-C to the program too: what it did then says nothing, and the last check of what was found must not fail by it.
      return !wasInterrupted && interrupted.aborted ? runCandidate(candidate, signal) : done;
    },
    close: async () => {},
  };

  async function runCandidate({ trace, side, ...limits }: Candidate, signal: AbortSignal): Promise<CandidateRun> {
    const file = { trunk: trace, forks: [], sealed: true, damage: null };
    const path = join(folder, `${files++}.sftrace`);
    const rules = rulesOfCandidate(options, limits, recording);
    writeFileSync(path, await writeTrace(file, 'packed'), { mode: 0o600 });
    const run = programRunner(commands[side], { trace: path, rules, claimed, stdoutOf: () => 'nowhere', endsAtOnce: true });
    try {
      const done: Replay = await replay(file, nobody, { ...rules, signal }, run);
      return { kind: 'replayed', replay: { ...done, recording: trace } };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProgramKilled) return { kind: 'not-run', why: error.message, stop: null };
      if (trace === recording || !(error instanceof UsageError || StepforkError.isInstance(error))) throw error;
      return { kind: 'not-run', why: error.message, stop: null };
    } finally {
      rmSync(path, { force: true });
    }
  }
}

function nobody(): void {}
