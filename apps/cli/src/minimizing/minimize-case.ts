import type { RuleOut } from '@stepfork/minimize';
import { type Claim, type CommandContext, toolsOf } from '@stepfork/replay';
import type { Redactor, TraceFile } from '@stepfork/trace';
import { currentBases, resolveAgentRef } from '../agent/agent-ref.ts';
import { claimOfCase } from '../exporting/claim-of-case.ts';
import { loadTestCase } from '../inputs/load-test-case.ts';
import type { TestOptions } from '../options/test-options.ts';
import { typedAgent } from '../options/typed-agent.ts';
import { createWorkerPool } from '../pool/create-worker-pool.ts';
import { noteLeaks } from '../pool/note-leaks.ts';
import { commandWithScript } from '../program/command/command-with-script.ts';
import { loadProgramCase } from '../program/replaying/load-program-case.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import type { CandidateRunner, RunnerOptions } from './candidate-runner.ts';
import type { MinimizeFlags } from './minimize-flags.ts';
import { poolRunner } from './pool-runner.ts';
import { programCandidates } from './program-candidates.ts';
import { sameCommand } from './same-command.ts';

/** What code is called in commands that are printed. */
export type Named = Pick<CommandContext, 'agent' | 'program'>;

/** A trace with the code that is run on parts of it: an agent that is a function, or a program. */
export interface MinimizeCase {
  readonly trace: string;
  readonly traces: TraceFile;
  readonly options: TestOptions;
  readonly claim: Claim | null;
  /** From here files are named. */
  readonly root: string;
  readonly named: Named;
  /** The corrected code; `null`: there is none. */
  readonly fixed: Named | null;
  readonly redactor: Redactor | undefined;
  readonly ruleOut?: RuleOut;
  readonly startRunner: (options: RunnerOptions) => CandidateRunner;
}

/** @throws UsageError, TraceFormatError, SchemaError, before anything of the user's is loaded */
export function loadMinimizeCase(path: string, flags: MinimizeFlags, command: readonly string[] | null): Promise<MinimizeCase> {
  return command === null ? caseOfAgent(path, flags) : caseOfProgram(path, flags, command);
}

async function caseOfAgent(path: string, flags: MinimizeFlags): Promise<MinimizeCase> {
  const { trace, traces, project, claim, options } = await loadTestCase(path, flags);
  const { root } = project.ref;
  const fixed = flags.fixed === undefined ? null : resolveAgentRef(flags.fixed, currentBases(process.cwd()));
  return {
    trace,
    traces,
    options,
    claim: await claimOfCase({ claim, config: project.config }, flags),
    root,
    named: { agent: typedAgent(project, flags.agent) },
    fixed: flags.fixed === undefined ? null : { agent: flags.fixed },
    redactor: redactorOfProject(root, traces.trunk.run.redaction).redactor,
    startRunner({ workers }) {
      const note = noteLeaks();
      const pool = createWorkerPool({ ...(workers !== undefined && { workers }), onLeaks: note.onLeaks });
      const agents = { buggy: project.ref, fixed: fixed ?? project.ref };
      const close = (): Promise<void> => pool.close().finally(note.write);
      return { run: poolRunner({ pool, agents, options, recording: traces.trunk }), close };
    },
  };
}

async function caseOfProgram(path: string, flags: MinimizeFlags, command: readonly string[]): Promise<MinimizeCase> {
  const { trace, traces, options, claim } = await loadProgramCase(path, flags, command);
  const root = process.cwd();
  const fixed = flags.fixed === undefined ? null : commandWithScript(command, flags.fixed);
  return {
    trace,
    traces,
    options,
    claim,
    root,
    named: { agent: null, program: command },
    fixed: fixed && { agent: null, program: fixed },
    redactor: redactorOfProject(root, traces.trunk.run.redaction).redactor,
    ruleOut: sameCommand(traces.trunk),
    startRunner: ({ folder, claim: judged, interrupted }) =>
      programCandidates({
        commands: { buggy: command, fixed: fixed ?? command },
        options,
        recording: traces.trunk,
        claimed: (judged?.calls ?? []).flatMap(toolsOf),
        folder,
        interrupted,
      }),
  };
}
