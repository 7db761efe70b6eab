import { defineExporter, type Exporter, type ExportRequest } from '../exporter.ts';
import { firstImports } from '../javascript/first-imports.ts';
import { header } from '../javascript/header.ts';
import { importAgent } from '../javascript/import-agent.ts';
import { verifyCall } from '../javascript/verify-call.ts';
import { toLiteral } from '../literal.ts';

/**
 * A test file for Vitest that needs only `@stepfork/replay` (and `@stepfork/http` or `@stepfork/register` where the agent sent requests or has an SDK that runs its tools), reads like one that a person wrote, and may be edited like one.
 *
 * Parts of the test case that are empty or at their default are left out. A violated claim fails the test with `FailedError`, whose
 * `expected` and `actual` the runner prints as its own diff; a replay that cannot tell fails it with `InconclusiveError`.
 */
export const vitestExporter: Exporter = defineExporter({
  name: 'vitest',
  summary: 'a test file for Vitest, which needs @stepfork/replay',
  packages: ['@stepfork/replay', 'vitest'],
  command: ['npx', 'vitest', 'run'],
  render: (request) => [{ path: `${request.name}.test.ts`, text: renderTest(request) }],
});

function renderTest(request: ExportRequest): string {
  const agent = importAgent(request.agent, request.agent.specifier, ['vi']);
  return [
    // A project may run its tests in a browser-like environment, where files cannot be read.
    '// @vitest-environment node',
    ...header(request),
    ...imports(request),
    agent.atTop,
    ...environment(request),
    '',
    `test(${toLiteral(request.title)}, async () => {`,
    ...verifyCall(request, agent.name),
    // The runner's own limit would say "failed" where the honest answer is "inconclusive: timed out".
    '}, 0); // verify has its own time limit',
    '',
  ].join('\n');
}

function imports({ needs }: ExportRequest): readonly string[] {
  return [
    ...firstImports(needs),
    "import { verify } from '@stepfork/replay';",
    `import { ${hasEnvironment(needs) ? 'test, vi' : 'test'} } from 'vitest';`,
  ];
}

/** Before the agent's module is loaded: some clients cannot be made without a key. */
function environment({ needs }: ExportRequest): readonly string[] {
  if (!hasEnvironment(needs)) return [];
  return [
    '',
    '// Stands in for the credentials of the recorded run, where there are none.',
    `vi.hoisted(() => Object.assign(process.env, ${toLiteral(needs.environment)}, { ...process.env }));`,
  ];
}

function hasEnvironment({ environment: used }: ExportRequest['needs']): boolean {
  return Object.keys(used).length > 0;
}
