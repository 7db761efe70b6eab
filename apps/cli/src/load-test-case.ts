import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Claim, parseCaseFile, testCaseOf } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { findProject, type Project } from './agent/load-project.ts';
import { loadTrace, requireFile } from './load-trace.ts';
import { resolveTestOptions, type TestFlags, type TestOptions } from './options/test-options.ts';
import { readJsonFile } from './read-json.ts';

/** A trace with an agent to replay it, whether a case file says how or flags and config do. */
export interface LoadedTestCase {
  readonly traces: TraceFile;
  readonly project: Project;
  /** The claim of the case file; `null` for a trace. */
  readonly claim: Claim | null;
  readonly options: TestOptions;
}

/**
 * Loads `refund.sftrace` or `refund.case.json`. A case file is whole: the config, which its test in the runner does not know, adds nothing to it.
 *
 * @throws UsageError, TraceFormatError, SchemaError
 */
export async function loadTestCase(path: string, flags: TestFlags & { readonly agent?: string | undefined }): Promise<LoadedTestCase> {
  if (!path.endsWith('.json')) {
    const traces = await loadTrace(path);
    const project = await findProject(flags.agent, { ref: traces.trunk.run.agent, file: path });
    return { traces, project, claim: null, options: resolveTestOptions(flags, project.config) };
  }
  requireFile(path, 'case');
  const caseFile = parseCaseFile(readJsonFile(resolve(path)).value, path);
  const { traces: location, ...testCase } = testCaseOf(caseFile, pathToFileURL(resolve(path)), () => undefined);
  const traces = await loadTrace(fileURLToPath(location as URL));
  const project = await findProject(flags.agent, { ref: caseFile.agent, file: path });
  return { traces, project, claim: testCase.claim, options: resolveTestOptions(flags, testCase) };
}
