import { dirname } from 'node:path';
import { type Agent, type Claim, type CommandContext, type LoadNeeds, type RunReplay, toolsOf } from '@stepfork/replay';
import type { Redactor, Run, TraceFile } from '@stepfork/trace';
import { claimOfCase } from '../exporting/claim-of-case.ts';
import { loadTestCase } from '../inputs/load-test-case.ts';
import type { TestOptions } from '../options/test-options.ts';
import { typedAgent } from '../options/typed-agent.ts';
import { folderOfScript } from '../program/command/folder-of-script.ts';
import { loadProgramCase } from '../program/replaying/load-program-case.ts';
import { programRunner } from '../program/replaying/program-runner.ts';
import { gitState } from '../project/git.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { runHead } from '../project/run-head.ts';
import { installedSdks } from '../sdks/installed-sdks.ts';
import type { ForkFlags } from './fork-flags.ts';

/** A trace with what is run to make forks of it: an agent that is a function, or a program. */
export interface ForkCase {
  readonly trace: string;
  readonly traces: TraceFile;
  readonly options: TestOptions;
  readonly claim: Claim | null;
  /** What messages call it by, and which of its tools they never offer to run. */
  readonly named: Pick<CommandContext, 'agent' | 'program' | 'configured'>;
  /** Code of the user is loaded, nothing runs. */
  readonly load: (needs?: LoadNeeds) => Promise<Agent>;
  /** How one recording is followed under these rules; left out: in this process. */
  readonly runnerOf: (rules: TestOptions, live?: readonly string[]) => RunReplay | undefined;
  /** The head of a run that is made now. */
  readonly head: () => Partial<Run>;
  readonly redactor: () => { readonly redactor?: Redactor };
}

/** @throws UsageError, TraceFormatError, SchemaError, before anything of the user's is loaded */
export async function loadForkCase(path: string, flags: ForkFlags, command: readonly string[] | null): Promise<ForkCase> {
  return command === null ? caseOfAgent(path, flags) : caseOfProgram(path, flags, command);
}

async function caseOfAgent(path: string, flags: ForkFlags): Promise<ForkCase> {
  const loaded = await loadTestCase(path, flags);
  const { trace, traces, options, configured, project } = loaded;
  const { ref } = project;
  return {
    trace,
    traces,
    options,
    claim: await claimOfCase({ claim: loaded.claim, config: project.config }, flags),
    named: { agent: typedAgent(project, flags.agent), configured },
    load: project.load,
    runnerOf: () => undefined,
    head: () => ({ agent: ref.text, ...runHead(gitState(ref.root), installedSdks(dirname(ref.file))) }),
    redactor: () => redactorOfProject(ref.root, traces.trunk.run.redaction),
  };
}

async function caseOfProgram(path: string, flags: ForkFlags, command: readonly string[]): Promise<ForkCase> {
  const { trace, traces, options, configured, claim } = await loadProgramCase(path, flags, command);
  const cwd = process.cwd();
  return {
    trace,
    traces,
    options,
    claim,
    named: { agent: null, program: command, configured },
    load: async () => () => {},
    runnerOf: (rules, live = []) =>
      programRunner(command, {
        trace,
        rules,
        live,
        claimed: (claim?.calls ?? []).flatMap(toolsOf),
        // The answer of the command is ours.
        stdoutOf: ({ demand }) => (demand === undefined ? 'nowhere' : 'stderr'),
      }),
    head: () => {
      const { git, versions } = runHead(gitState(cwd), installedSdks(folderOfScript(command)));
      // Its processes know their Node.
      const { node: _, ...others } = versions;
      return { git, versions: others };
    },
    redactor: () => redactorOfProject(cwd, traces.trunk.run.redaction),
  };
}
