import type { Claim, PolicyRules } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { loadConfig } from '../../config/load-config.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { claimOfCase } from '../../exporting/claim-of-case.ts';
import { nameTrace } from '../../inputs/load-test-case.ts';
import { loadTrace } from '../../inputs/load-trace.ts';
import type { TypedClaimFlags } from '../../options/claim-flags.ts';
import { resolveTestOptions, type TestFlags, type TestOptions } from '../../options/test-options.ts';
import { refuseForProgram, refuseSwitchedOff } from '../command/program-flags.ts';
import { isProgram } from '../command/recorded-program.ts';
import { programTimeoutMs } from './default-timeout.ts';

/** The recording of a program, and how its replays are to be answered and judged. */
export interface ProgramCase {
  readonly trace: string;
  readonly traces: TraceFile;
  readonly options: TestOptions;
  /** What the case file or the config says, without the flags. */
  readonly configured: PolicyRules;
  readonly claim: Claim | null;
}

/**
 * Loads what was named to replay `command` on it.
 *
 * @throws UsageError, TraceFormatError, SchemaError
 */
export async function loadProgramCase(
  path: string,
  flags: TestFlags & TypedClaimFlags & { readonly agent?: string | undefined },
  command: readonly string[],
): Promise<ProgramCase> {
  refuseSwitchedOff();
  refuseForProgram(command, flags.agent === undefined ? {} : { agent: flags.agent });
  const { trace, caseFile } = nameTrace(path);
  const traces = await loadTrace(trace);
  if (!isProgram(traces.trunk)) {
    throw new UsageError(
      `${trace} is the recording of an agent that is a function, not of a program.`,
      'Replay it without a command: the agent that it names, or --agent.',
    );
  }
  const { config } = await loadConfig(process.cwd());
  const below = caseFile?.rules ?? config;
  const options = { timeoutMs: programTimeoutMs, ...resolveTestOptions(flags, below) };
  return {
    trace,
    traces,
    options,
    configured: below.policies ?? {},
    claim: await claimOfCase({ claim: caseFile?.claim ?? null, config }, flags),
  };
}
