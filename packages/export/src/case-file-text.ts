import { type CaseFile, parseCaseFile } from '@stepfork/replay';
import { claimJson } from './claim-json.ts';
import type { ExportRequest } from './exporter.ts';

/**
 * The text of the case file beside an exported test. Empty parts are left out.
 *
 * @throws SchemaError where the request makes no case that could be read again.
 */
export function caseFileText(request: ExportRequest, agentRef: string): string {
  const { title, name, trace, claim, policies, answers, stable, ignore, order, timeoutMs, maxCalls } = request;
  const file = {
    version: 1,
    title,
    trace,
    agent: agentRef,
    claim: claimJson(claim),
    ...whereAny({ policies, answers, stable, ignore }),
    ...(order === undefined ? {} : { order }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxCalls === undefined ? {} : { maxCalls }),
  };
  const checked: CaseFile = parseCaseFile(file, `${name}.case.json`);
  return `${JSON.stringify(checked, null, 2)}\n`;
}

function whereAny(parts: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}
