import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Claim, type PolicyRules, parseCaseFile, type TestCase, testCaseOf } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { findProject, type Project } from '../agent/load-project.ts';
import { resolveTestOptions, type TestFlags, type TestOptions } from '../options/test-options.ts';
import { refuseProgram } from '../program/command/refuse-program.ts';
import { loadTrace, requireFile } from './load-trace.ts';
import { readJsonFile } from './read-json.ts';

/** A trace with an agent to replay it, whether a case file says how or flags and config do. */
export interface LoadedTestCase {
  /** Path of the trace file: what was named, or what the case file names. */
  readonly trace: string;
  readonly traces: TraceFile;
  readonly project: Project;
  /** The claim of the case file; `null` for a trace. */
  readonly claim: Claim | null;
  readonly options: TestOptions;
  /** What the case file or the config says, without the flags. */
  readonly configured: PolicyRules;
}

/** What a trace or case file says before its trace is read. */
export interface NamedTrace {
  readonly trace: string;
  readonly caseFile: { readonly agent: string; readonly claim: Claim; readonly rules: Omit<TestCase, 'traces' | 'agent' | 'claim'> } | null;
}

/**
 * Loads `refund.sftrace` or `refund.case.json`. A case file is whole: the config, which its test in the runner does not know, adds nothing to it.
 *
 * @throws UsageError, TraceFormatError, SchemaError
 */
export async function loadTestCase(path: string, flags: TestFlags & { readonly agent?: string | undefined }): Promise<LoadedTestCase> {
  const { trace, caseFile } = nameTrace(path);
  const traces = await loadTrace(trace);
  if (flags.agent === undefined && caseFile === null) refuseProgram(traces.trunk, path);
  const project = await findProject(flags.agent, { ref: caseFile?.agent ?? traces.trunk.run.agent, file: path });
  const below = caseFile?.rules ?? project.config;
  return {
    trace,
    traces,
    project,
    claim: caseFile?.claim ?? null,
    options: resolveTestOptions(flags, below),
    configured: below.policies ?? {},
  };
}

/** @throws UsageError, SchemaError for what is no case file */
export function nameTrace(path: string): NamedTrace {
  if (!path.endsWith('.json')) return { trace: path, caseFile: null };
  requireFile(path, 'case');
  const file = parseCaseFile(readJsonFile(resolve(path)).value, path);
  const { traces, agent: _, claim, ...rules } = testCaseOf(file, pathToFileURL(resolve(path)), () => undefined);
  return { trace: fileURLToPath(traces as URL), caseFile: { agent: file.agent, claim, rules } };
}
