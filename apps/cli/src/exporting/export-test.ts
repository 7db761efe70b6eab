import type { Admission, Exporter, ExportPlan } from '@stepfork/export';
import { credentialValues } from '@stepfork/interceptor';
import type { Agent, Answer, Answers, Claim } from '@stepfork/replay';
import { encodeValue, type TraceFile } from '@stepfork/trace';
import type { AgentRef } from '../agent/agent-ref.ts';
import type { TestOptions } from '../options/test-options.ts';
import { moduleNames, type TestPlace } from './test-place.ts';

export interface ExportedTest {
  readonly admission: Admission;
  readonly claim: Claim;
  /** Absolute paths; empty where the test was not handed over. */
  readonly files: readonly string[];
  /** Effects that were called and that the claim does not mention. */
  readonly unclaimedEffects: readonly string[];
}

export interface ExportTestRequest {
  readonly traces: TraceFile;
  readonly claim: Claim;
  readonly options: TestOptions;
  readonly sides: { readonly buggy: Agent; readonly fixed: Agent | null };
  readonly ref: AgentRef;
  readonly exporter: Exporter;
  readonly switches: readonly string[];
  readonly place: TestPlace;
  readonly title: string;
  readonly command: string;
  readonly force: boolean;
}

/** Admits the test case and, if it is worth having, writes its files. */
export async function exportTest(request: ExportTestRequest): Promise<ExportedTest> {
  const { traces, claim, options, sides, place, force } = request;
  const { admit, unclaimedEffects, writeExportedFiles } = await import('@stepfork/export');
  const admission = await admit(
    { traces, claim, ...options },
    { buggy: sides.buggy, ...(sides.fixed === null ? {} : { fixed: sides.fixed }) },
  );
  const runs = [traces.trunk, admission.buggy.replay.trace, ...(admission.fixed === null ? [] : [admission.fixed.replay.trace])];
  const handOver = force || admission.kind === 'admitted' || admission.kind === 'red-only';
  return {
    admission,
    claim,
    files: handOver ? writeExportedFiles(place.folder, await planFiles(request), { force }) : [],
    unclaimedEffects: unclaimedEffects(runs, options.policies, claim),
  };
}

/** The files as they would be written; which they are depends on nothing that a run could tell. */
export async function planFiles(request: Omit<ExportTestRequest, 'sides'>) {
  const { planExport } = await import('@stepfork/export');
  const { policies, answers, stable, ignore, order, timeoutMs, maxCalls } = request.options;
  return planExport({
    exporter: request.exporter,
    agentRef: request.ref.text,
    traces: request.traces,
    secrets: credentialValues(process.env),
    title: request.title,
    name: request.place.name,
    agent: { ...moduleNames(request.place.folder, request.ref.file), export: request.ref.exportName },
    command: request.command,
    switches: request.switches,
    claim: request.claim,
    policies,
    answers: encodeAnswers(answers),
    stable,
    ignore,
    ...(order === undefined ? {} : { order }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxCalls === undefined ? {} : { maxCalls }),
  });
}

function encodeAnswers(answers: Answers): ExportPlan['answers'] {
  const encode = ({ value, ...given }: Answer) => ({
    value: encodeValue(value),
    ...('for' in given ? { for: encodeValue(given.for) } : {}),
  });
  return Object.fromEntries(
    Object.entries(answers).map(([tool, given]) => [
      tool,
      Array.isArray(given) ? (given as readonly Answer[]).map(encode) : encode(given as Answer),
    ]),
  );
}
