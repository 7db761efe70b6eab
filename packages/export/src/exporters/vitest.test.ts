import assert from 'node:assert/strict';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import type { ExportRequest } from '../exporter.ts';
import { hostileStrings } from '../testing/hostile-strings.ts';
import { vitestExporter } from './vitest.ts';

const refund: ExportRequest = {
  title: 'the refund is issued in full',
  name: 'refund',
  agent: { specifier: '../src/agent.ts', file: '../src/agent.ts', export: 'runAgent' },
  trace: 'refund.sftrace.jsonl',
  needs: { http: false, tools: false, environment: {} },
  switches: [],
  command: 'stepfork export refund.sftrace --policy issue_refund=sink --expect-call \'issue_refund x1 {"amount_cents":4999}\'',
  claim: {
    calls: [{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 }],
    returns: { refunded_cents: 4999 },
  },
  policies: { tools: { issue_refund: 'sink' } },
  answers: {},
  stable: [],
  ignore: {},
};

function rendered(request: Partial<ExportRequest> = {}): string {
  const [file] = vitestExporter.render({ ...refund, ...request });
  return file?.text ?? '';
}

interface Evaluated {
  readonly title: string;
  readonly timeout: unknown;
  readonly testCase: Readonly<Record<string, unknown>>;
}

/** Runs a rendered file with stand-ins for what it imports, and gives what reached them. */
async function evaluate(source: string, exported = 'runAgent'): Promise<Evaluated> {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs', define: { 'import.meta.url': '"file:///tests/x.test.ts"' } });
  const reached: { title?: string; timeout?: unknown; body?: () => Promise<void>; testCase?: Record<string, unknown> } = {};
  const modules: Readonly<Record<string, unknown>> = {
    vitest: {
      test: (title: string, body: () => Promise<void>, timeout: unknown) => {
        Object.assign(reached, { title, body, timeout });
      },
    },
    '@stepfork/replay': {
      verify: (testCase: Record<string, unknown>) => {
        reached.testCase = testCase;
      },
    },
  };
  const agentModule = { __esModule: true, [exported]: `agent ${exported}` };
  new Function('require', code)((name: string) => modules[name] ?? agentModule);
  await reached.body?.();
  return { title: reached.title ?? '', timeout: reached.timeout, testCase: reached.testCase ?? {} };
}

test('the file reads like one that a person wrote', () => {
  expect(vitestExporter.render(refund)).toEqual([
    {
      path: 'refund.test.ts',
      text: `// @vitest-environment node
// Exported by Stepfork from the recorded run in refund.sftrace.jsonl: no tool, no model and no network is used here.
// Make it again: stepfork export refund.sftrace --policy issue_refund=sink --expect-call 'issue_refund x1 {"amount_cents":4999}'
import { verify } from '@stepfork/replay';
import { test } from 'vitest';
import { runAgent } from '../src/agent.ts';

test('the refund is issued in full', async () => {
  await verify({
    traces: new URL('./refund.sftrace.jsonl', import.meta.url),
    agent: runAgent,
    policies: { tools: { issue_refund: 'sink' } },
    claim: {
      returns: { refunded_cents: 4999 },
      calls: [{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 }],
    },
  });
}, 0); // verify has its own time limit
`,
    },
  ]);
});

test('what the agent needs when it is loaded comes before it', async () => {
  const text = rendered({ needs: { http: true, tools: false, environment: { OPENAI_API_KEY: 'sk-STEPFORK' } } });
  expect(text).toContain(`
import '@stepfork/http/register'; // first, so that clients are recorded that the agent makes while it is loaded
import { verify } from '@stepfork/replay';
import { test, vi } from 'vitest';
import { runAgent } from '../src/agent.ts';

// Stands in for the credentials of the recorded run, where there are none.
vi.hoisted(() => Object.assign(process.env, { OPENAI_API_KEY: 'sk-STEPFORK' }, { ...process.env }));
`);
});

test('empty parts and defaults are left out', async () => {
  const { testCase } = await evaluate(rendered({ policies: { tools: { lookup: 'frozen' }, models: {} }, order: 'keyed', claim: {} }));
  expect(Object.keys(testCase)).toEqual(['traces', 'agent', 'claim']);
});

test('frozen is written where it takes a name out of a rule for all', async () => {
  const { testCase } = await evaluate(rendered({ policies: { tools: { '*': 'sink', lookup: 'frozen', send: 'sink' } } }));
  expect(testCase.policies).toEqual({ tools: { '*': 'sink', lookup: 'frozen' } });
});

test('that nothing is used is said only where nothing is live', () => {
  expect(rendered()).toContain('no tool, no model and no network is used here');
  expect(rendered({ policies: { models: { '*': 'live' } } })).toContain(
    '// Exported by Stepfork from the recorded run in refund.sftrace.jsonl.\n',
  );
});

test('every part of the test case reaches verify', async () => {
  const { testCase } = await evaluate(
    rendered({
      answers: { issue_refund: { value: { ok: true } } },
      stable: ['lookup'],
      ignore: { 'tool:search': ['/metadata/request_id'] },
      order: 'recorded',
      timeoutMs: 2_000,
      maxCalls: 50,
    }),
  );
  expect(testCase).toEqual({
    traces: new URL('file:///tests/refund.sftrace.jsonl'),
    agent: 'agent runAgent',
    policies: { tools: { issue_refund: 'sink' } },
    answers: { issue_refund: { value: { ok: true } } },
    stable: ['lookup'],
    ignore: { 'tool:search': ['/metadata/request_id'] },
    order: 'recorded',
    timeoutMs: 2_000,
    maxCalls: 50,
    claim: refund.claim,
  });
});

test('a declared answer that a literal cannot say is refused, not written wrongly', () => {
  const answers = { issue_refund: [{ value: { at: { $: 'date', value: '2026-03-01T09:00:00.000Z' } } }] };
  expect(() => rendered({ answers })).toThrow('The declared answer of issue_refund holds a value of kind date, which no literal can say.');
});

test('the runner sets no time limit, so that a hanging agent is inconclusive and not failed', async () => {
  expect((await evaluate(rendered())).timeout).toBe(0);
});

test.each([
  ['runAgent', 'agent runAgent'],
  ['default', 'agent default'],
  ['verify', 'agent verify'],
  ['test', 'agent test'],
  ['class', 'agent class'],
  ['agent', 'agent agent'],
  ['not an identifier', 'agent not an identifier'],
  ["'; throw new Error('escaped'); '", "agent '; throw new Error('escaped'); '"],
])('an agent exported as %j is imported under a name that the file can use', async (exported, agent) => {
  const { testCase } = await evaluate(
    rendered({ agent: { specifier: '../src/agent.ts', file: '../src/agent.ts', export: exported } }),
    exported,
  );
  expect(testCase.agent).toBe(agent);
});

test.each(hostileStrings)('%j stays data wherever it stands', async (text) => {
  const keyed = Object.fromEntries([[text, [text, { [`a ${text}`]: text }]]]);
  const { title, testCase } = await evaluate(
    rendered({
      title: text,
      command: text,
      agent: { specifier: `./${text}`, file: `./${text}`, export: 'runAgent' },
      claim: { returns: keyed, calls: [{ tool: text, with: keyed }] },
      policies: { tools: Object.fromEntries([[text, 'sink']]) },
      answers: Object.fromEntries([[text, { value: text }]]),
      stable: [text],
      ignore: Object.fromEntries([[text, [text]]]),
    }),
  );
  const { traces, agent, ...data } = testCase;
  assert.deepStrictEqual(
    { title, ...data },
    {
      title: text,
      policies: { tools: Object.fromEntries([[text, 'sink']]) },
      answers: Object.fromEntries([[text, { value: text }]]),
      stable: [text],
      ignore: Object.fromEntries([[text, [text]]]),
      claim: { returns: keyed, calls: [{ tool: text, with: keyed }] },
    },
  );
  expect([String(traces), agent]).toEqual(['file:///tests/refund.sftrace.jsonl', 'agent runAgent']);
});

test('a trace whose name means something in a URL is found', async () => {
  const { testCase } = await evaluate(rendered({ trace: 'what? #1 100%.sftrace.jsonl' }));
  expect(decodeURIComponent((testCase.traces as URL).pathname)).toBe('/tests/what? #1 100%.sftrace.jsonl');
});
