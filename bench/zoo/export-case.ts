import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExporterRegistry, planExport, writeExportedFiles } from '@stepfork/export';
import { createProjectRedactor, record } from '@stepfork/interceptor';
import { type PolicyRules, redactClaim } from '@stepfork/replay';
import { zooAgent } from './zoo-agent.ts';
import type { ZooCase } from './zoo-case.ts';

// A key of this bench alone: its secrets are made up.
const redactor = createProjectRedactor({ key: new TextEncoder().encode('the key of the zoo, kept nowhere'), env: {} });

/** Records the buggy variant in a fresh world and writes the exported test, its case file and its trace to `<work>/<id>/`. */
export async function exportCase(zooCase: ZooCase, work: string): Promise<void> {
  const { id, folder, title, input, claim, answers, stable } = zooCase;
  const trunk = await record(await zooAgent(folder, 'buggy'), input, { redactor });
  const target = join(work, id);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'agent.ts'), agentModule(target, folder));
  const files = await planExport({
    exporter: createExporterRegistry().get('vitest'),
    agentRef: 'agent.ts#runAgent',
    title,
    name: 'bug',
    agent: { specifier: './agent.ts', export: 'runAgent' },
    command: null,
    traces: { trunk, forks: [], sealed: true, damage: null },
    claim: redactClaim(claim, redactor),
    policies: policiesOf(zooCase),
    answers: Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, { value }])),
    stable,
    ignore: {},
  });
  writeExportedFiles(target, files);
}

export function policiesOf({ effects, live }: ZooCase): PolicyRules {
  return { tools: Object.fromEntries([...effects.map((name) => [name, 'sink'] as const), ...live.map((name) => [name, 'live'] as const)]) };
}

/** The variant comes from the environment, so that one exported test can be run on all of them, as a team runs one test on many commits. */
function agentModule(target: string, folder: string): string {
  const zoo = relative(target, dirname(fileURLToPath(import.meta.url))).replaceAll('\\', '/');
  return `import { zooAgent } from '${zoo}/zoo-agent.ts';\n\nexport const runAgent = await zooAgent(${JSON.stringify(folder)}, process.env.ZOO_VARIANT ?? 'buggy');\n`;
}
