import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExporterRegistry, planExport, writeExportedFiles } from '@stepfork/export';
import { redactClaim } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { redactor } from './record-case.ts';
import { rulesOf } from './rules-of.ts';
import type { Variant, ZooCase } from './zoo-case.ts';

/** Writes the exported test, its case file and its trace into `target`, and beside them the code that it tests: one variant, as at one commit. */
export async function exportCase(zooCase: ZooCase, traces: TraceFile, variant: Variant, target: string): Promise<void> {
  const { folder, title, claim, answers } = zooCase;
  mkdirSync(target, { recursive: true });
  writeFileSync(`${target}/agent.ts`, agentModule(target, folder, variant));
  const files = await planExport({
    exporter: createExporterRegistry().get('vitest'),
    agentRef: 'agent.ts#runAgent',
    title,
    name: 'bug',
    agent: { specifier: './agent.ts', file: './agent.ts', export: 'runAgent' },
    switches: [],
    command: null,
    traces,
    claim: redactClaim(claim, redactor),
    ...rulesOf(zooCase),
    answers: Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, { value }])),
    ignore: {},
  });
  writeExportedFiles(target, files);
}

function agentModule(target: string, folder: string, variant: Variant): string {
  const zoo = relative(target, dirname(fileURLToPath(import.meta.url))).replaceAll('\\', '/');
  return `import { zooAgent } from '${zoo}/zoo-agent.ts';\n\nexport const runAgent = await zooAgent(${JSON.stringify(folder)}, ${JSON.stringify(variant)});\n`;
}
