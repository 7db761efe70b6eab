import { defineExporter, type Exporter, type ExportRequest } from '../exporter.ts';
import { javaScriptTest } from '../javascript/javascript-test.ts';
import { toLiteral } from '../literal.ts';

/**
 * A test file for Node's own runner, `node --test`: nothing but `@stepfork/replay` (and `@stepfork/http` where the agent sent requests) is installed
 * for it. A module in JavaScript, since not every Node reads TypeScript; where the agent is TypeScript and this Node does not, run it with a loader.
 *
 * A violated claim fails the test with `FailedError`, a replay that cannot tell with `InconclusiveError`.
 */
export const nodeTestExporter: Exporter = defineExporter({
  name: 'node-test',
  summary: "a test file for Node's own runner, which needs @stepfork/replay",
  packages: ['@stepfork/replay'],
  command: ['node', '--test'],
  render: (request) => [{ path: `${request.name}.test.mjs`, text: renderTest(request) }],
});

function renderTest(request: ExportRequest): string {
  const { header, imports, body } = javaScriptTest(request);
  return [
    ...header,
    "import { test } from 'node:test';",
    ...imports,
    '',
    // The runner's own limit would say "failed" where the honest answer is "inconclusive: timed out".
    `test(${toLiteral(request.title)}, { timeout: Infinity }, async () => { // verify has its own time limit`,
    ...body,
    '});',
    '',
  ].join('\n');
}
