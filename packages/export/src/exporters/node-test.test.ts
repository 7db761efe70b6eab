import { expect, test } from 'vitest';
import type { ExportRequest } from '../exporter.ts';
import { nodeTestExporter } from './node-test.ts';

const refund: ExportRequest = {
  title: "the refund isn't partial",
  name: 'refund',
  agent: { specifier: '../src/agent.js', file: '../src/agent.ts', export: 'runAgent' },
  trace: 'refund.sftrace.jsonl',
  needs: { http: false, tools: false, environment: {} },
  switches: [],
  command: 'stepfork export refund.sftrace --to node-test',
  claim: { returns: { refunded_cents: 4999 } },
  policies: { tools: { issue_refund: 'sink' } },
  answers: {},
  stable: [],
  ignore: {},
};

function rendered(request: Partial<ExportRequest> = {}): string {
  return nodeTestExporter.render({ ...refund, ...request })[0]?.text ?? '';
}

test('the file reads like one that a person wrote', () => {
  expect(nodeTestExporter.render(refund)).toEqual([
    {
      path: 'refund.test.mjs',
      text: `// Exported by Stepfork from the recorded run in refund.sftrace.jsonl: no tool, no model and no network is used here.
// Make it again: stepfork export refund.sftrace --to node-test
import { test } from 'node:test';
import { verify } from '@stepfork/replay';
import { runAgent } from '../src/agent.ts';

test('the refund isn\\'t partial', { timeout: Infinity }, async () => { // verify has its own time limit
  await verify({
    traces: new URL('./refund.sftrace.jsonl', import.meta.url),
    agent: runAgent,
    policies: { tools: { issue_refund: 'sink' } },
    claim: { returns: { refunded_cents: 4999 } },
  });
});
`,
    },
  ]);
});

test('what an agent needs to be loaded is there before it is', () => {
  const text = rendered({ needs: { http: true, tools: false, environment: { STRIPE_API_KEY: 'sk_STEPFORK' } } });
  const order = [
    "import '@stepfork/http/register'",
    "Object.assign(process.env, { STRIPE_API_KEY: 'sk_STEPFORK' }",
    "await import('../src/agent.ts')",
  ];
  expect(order.map((part) => text.indexOf(part))).toEqual(order.map((part) => text.indexOf(part)).sort((a, b) => a - b));
  expect(text.indexOf(order[0] as string)).toBeGreaterThan(0);
  expect(text).not.toMatch(/^import .*agent\.ts/m);
});

test.each([
  ['default', 'import agent from'],
  ['test', 'import { test as agent } from'],
  ['an agent', "import { 'an agent' as agent } from"],
])('an agent that is exported as %j has a name in the file', (exported, statement) => {
  const text = rendered({ agent: { ...refund.agent, export: exported } });
  expect(text).toContain(statement);
  expect(text).toContain('\n    agent,\n');
});
