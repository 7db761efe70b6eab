import { mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type Project, project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

// Each start of the command takes seconds where the machine is busy.
vi.setConfig({ testTimeout: 240_000 });

// Another Vitest than that of this workspace: `npm run test:vitests`.
const { STEPFORK_TEST_VITEST: other } = process.env;
// From Vitest 5 on, an assertion that nobody awaits fails its test, whatever it finds.
const isStrict = other !== undefined && Number.parseInt(JSON.parse(readFileSync(join(other, 'package.json'), 'utf8')).version, 10) >= 5;

async function stage(file: string, lines: readonly string[]): Promise<Project> {
  const here = project();
  await addRecording(here);
  if (other !== undefined) {
    mkdirSync(here.path('node_modules'));
    symlinkSync(other, here.path('node_modules/vitest'));
  }
  // Else that of this package is found.
  here.write('vitest.config.mjs', 'export default {};');
  here.write(file, [...imports, ...lines].join('\n'));
  return here;
}

const imports = [
  "import assert from 'node:assert/strict';",
  "import { verify } from '@stepfork/replay';",
  "import { runAgent } from './src/refund.mjs';",
  "const refund = { traces: new URL('./refund.sftrace', import.meta.url), agent: runAgent };",
];
const output = 'claim: { returns: { refunded_cents: 4999 } }';
const whole =
  "claim: { returns: { priority: 'high', refunded_cents: 4999 }, calls: [{ tool: 'issue_refund', with: { customer_id: 'cus_204', amount_cents: 4999 }, times: 1 }] }";

const missedWithOutput = ['output /priority', 'issue_refund /customer_id', 'issue_refund /amount_cents', 'issue_refund is called'];

it.each([
  [
    'a subtest, which node:test keeps a failure of to itself',
    'refund.test.mjs',
    [
      "import { test } from 'node:test';",
      "test('refunds', async (t) => {",
      `  await t.test('one', () => verify({ ...refund, ${whole} }));`,
      '});',
    ],
    [],
  ],
  [
    'a callback of node:test, of the test and of its hooks',
    'refund.test.mjs',
    [
      "import { beforeEach, test } from 'node:test';",
      'let begun = 0;',
      'beforeEach((t, done) => setTimeout(() => done(void (begun += 1)), 1));',
      "test('refunds', (t, done) => {",
      `  verify({ ...refund, ${output} }).then(() => done(begun > 0 ? null : new Error('no hook')), done);`,
      '});',
    ],
    missedWithOutput,
  ],
  [
    'a mock, a plan and an ending of node:test',
    'refund.test.mjs',
    [
      "import { test } from 'node:test';",
      'const log = { say() {} };',
      'let open = 0;',
      "test('refunds', async (t) => {",
      '  open += 1;',
      '  t.after(() => { open -= 1; });',
      '  t.plan(1);',
      "  const { mock } = t.mock.method(log, 'say');",
      `  await t.test('one', () => verify({ ...refund, ${output} }));`,
      '  log.say();',
      '  assert.deepEqual([open, mock.callCount()], [1, 1]);',
      '});',
    ],
    missedWithOutput,
  ],
  [
    'soft and unawaited assertions of Vitest, and what is registered while it runs',
    'refund.test.ts',
    [
      "import { expect, onTestFinished, test } from 'vitest';",
      'let open = 0;',
      "test('refunds', async () => {",
      '  open += 1;',
      '  onTestFinished(() => { open -= 1; });',
      '  assert.equal(open, 1);',
      `  const { trace } = await verify({ ...refund, ${output} });`,
      "  expect.soft(trace.outcome).toMatchObject({ value: { priority: 'high' } });",
      `  ${isStrict ? 'await ' : ''}expect(Promise.resolve(trace.steps.filter(({ call }) => call.name === 'issue_refund').map(({ call }) => call.input))).resolves.toMatchObject([{ amount_cents: 4999 }]);`,
      '});',
    ],
    ['issue_refund /customer_id'],
  ],
])('%s is run each time as its runner does', async (_, file, lines, missed) => {
  const here = await stage(file, lines);
  const ended = await here.stepfork(['score', file, '--fixed', './src/refund.mjs#fixedAgent', '--json']);
  if (ended.stdout === '') throw new Error(ended.stderr);
  const { verdict, unclaimed } = JSON.parse(ended.stdout) as { verdict: string; unclaimed: readonly { text: string }[] };
  expect(unclaimed.map(({ text }) => text.replace(/ \(step.*/, ''))).toEqual(missed);
  expect([ended.code, verdict]).toEqual(missed.length === 0 ? [0, 'claim-pinned'] : [1, 'weak']);
});

it('a test of a package whose Vitest is configured for a workspace is run as part of that', async () => {
  const here = await stage('refund.test.ts', ["import { test } from 'vitest';", `test('refunds', () => verify({ ...refund, ${whole} }));`]);
  mkdirSync(here.path('packages/shop'), { recursive: true });
  for (const name of ['refund.test.ts', 'refund.sftrace', 'src']) renameSync(here.path(name), here.path(`packages/shop/${name}`));
  here.write('packages/shop/package.json', '{"type":"module"}');
  here.write('vitest.config.mjs', "export default { test: { projects: ['packages/*'] } };");
  const ended = await here.stepfork(['score', 'packages/shop/refund.test.ts', '--fixed', './packages/shop/src/refund.mjs#fixedAgent']);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^claim-pinned: /) });
  here.write('vitest.config.mjs', "export default { test: { projects: ['packages/*'], include: ['nothing/*.ts'] } };");
  here.write('packages/shop/vitest.config.mjs', "export default { test: { include: ['nothing/*.ts'] } };");
  const left = await here.stepfork(['score', 'packages/shop/refund.test.ts', '--fixed', './packages/shop/src/refund.mjs#fixedAgent']);
  expect(left).toMatchObject({ code: 2, stderr: expect.stringContaining('Vitest does not include') });
});
