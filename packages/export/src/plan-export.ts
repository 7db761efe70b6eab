import { loadNeeds } from '@stepfork/replay';
import { StepforkError, scanText, scanTrace, type TraceFile, writeTrace } from '@stepfork/trace';
import { caseFileText } from './case-file-text.ts';
import { checkPaths } from './check-paths.ts';
import type { ExportedFile, ExportRequest } from './exporter.ts';
import { type RenderingExporter, renderedFiles } from './rendered-files.ts';

/** A test case to be written as files: what an exporter renders, with the recorded runs themselves. */
export interface ExportPlan extends Omit<ExportRequest, 'trace' | 'needs'> {
  readonly exporter: RenderingExporter;
  /** Where the agent is found, as the case file keeps it: `src/agent.ts#runAgent`, relative to the nearest package.json above it. */
  readonly agentRef: string;
  readonly traces: TraceFile;
  /** Values that must stand in no file, such as those of credential-like environment variables. */
  readonly secrets?: readonly string[];
}

/**
 * The files of an exported test: what the exporter renders, then the case file, then the trace in text form. Touches nothing.
 *
 * @throws StepforkError `STEPFORK_EXPORT_PATH` for a name or path that leaves the folder or is taken twice, `STEPFORK_EXPORTER_FAILED` for
 * an exporter that throws or gives no files, `STEPFORK_SECRET_LEFT` where a secret would be written.
 */
export async function planExport({ exporter, agentRef, traces, secrets = [], ...parts }: ExportPlan): Promise<readonly ExportedFile[]> {
  checkName(parts.name);
  const request: ExportRequest = { ...parts, needs: loadNeeds(traces), trace: `${parts.name}.sftrace.jsonl` };
  const files = [
    ...(await renderedFiles(exporter, request)),
    { path: `${parts.name}.case.json`, text: caseFileText(request, agentRef) },
    { path: request.trace, text: new TextDecoder('utf-8', { fatal: true }).decode(await writeTrace(traces, 'text')) },
  ];
  checkPaths(files.map(({ path }) => path));
  for (const file of files) refuseSecrets(file, secrets);
  refuseSecretsIn(traces, secrets);
  return files;
}

function checkName(name: string): void {
  checkPaths([name]);
  if (!name.includes('/')) return;
  throw new StepforkError('STEPFORK_EXPORT_PATH', `The name ${JSON.stringify(name)} of the test is no file name.`, {
    hint: 'Name the folder and the test apart.',
  });
}

/** Also what only shows when the chunks of a stream are put together. */
function refuseSecretsIn(traces: TraceFile, secrets: readonly string[]): void {
  const [hit] = scanTrace(traces, secrets);
  if (hit === undefined) return;
  throw new StepforkError('STEPFORK_SECRET_LEFT', `Nothing is exported, because a secret (${hit.rule}) would stand in ${hit.where}.`, {
    hint: 'Record again with redaction on.',
  });
}

/** The last look at what will be written: redaction should have left nothing, but a claim or an answer was typed by a person. */
function refuseSecrets({ path, text }: ExportedFile, secrets: readonly string[]): void {
  const [hit] = scanText(text, secrets);
  if (hit === undefined) return;
  const line = text.slice(0, hit.offset).split('\n').length;
  throw new StepforkError(
    'STEPFORK_SECRET_LEFT',
    `Nothing is exported, because a secret (${hit.rule}) would stand in ${path}, line ${line}.`,
    {
      hint: 'Take it out of the title, the claim or the answers; if it stands in the trace, record again with redaction on.',
    },
  );
}
