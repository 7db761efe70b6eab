import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { record, tool } from '@stepfork/interceptor';
import { diffTraces, type TraceFile } from '@stepfork/trace';
import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportRequest } from '../src/exporter.ts';
import { vitestExporter } from '../src/exporters/vitest.ts';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

// In this package, so that what the exported test imports resolves.
const folder = mkdtempSync(join(import.meta.dirname, '..', '.exported-'));
afterAll(() => rmSync(folder, { recursive: true }));

const request: ExportRequest = {
  title: 'the price is given',
  name: 'price',
  agent: { specifier: '../src/agent.ts', file: '../src/agent.ts', export: 'runAgent' },
  trace: 'price.sftrace.jsonl',
  needs: { http: false, tools: false, environment: {} },
  switches: [],
  command: null,
  claim: { returns: { cents: 4999 } },
  policies: {},
  answers: {},
  stable: [],
  ignore: {},
};

const lookup = tool('lookup', async (_: { readonly id: number }) => ({ total: 4999 }));
const recording: TraceFile = { trunk: await record(() => lookup({ id: 7 }), null, {}), forks: [], sealed: true, damage: null };

// The interface is gone where this runs, so that a line which is right was looked up in a source map.
const agentOf = (id: number): string => `import { tool } from '@stepfork/interceptor';

interface Order {
  readonly price?: {
    readonly cents: number;
  };
}

const lookup = tool('lookup', async (_: { readonly id: number }): Promise<Order> => ({}));

function priceOf(order: Order): number {
  return (order.price as { readonly cents: number }).cents; // line 12
}

export async function runAgent(): Promise<{ readonly cents: number }> {
  const order: Order = await lookup({ id: ${id} }); // line 16
  return { cents: priceOf(order) }; // line 17
}
`;

beforeAll(async () => {
  for (const name of ['src', 'test']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};\n');
  await writeTraceFile(join(folder, 'test', request.trace), recording);
  for (const file of vitestExporter.render(request)) writeFileSync(join(folder, 'test', file.path), file.text);
});

/** What the real Vitest prints of the exported test of such an agent. */
async function shown(agent: string): Promise<string> {
  writeFileSync(join(folder, 'src/agent.ts'), agent);
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder, '--no-color'], { cwd: folder });
  const { stdout, stderr } = await run.catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  return stdout + stderr;
}

const kept = join(folder, '.stepfork/last/price.sftrace');

test('an exported test that is red names the lines of the TypeScript agent, and Vitest shows the line', { timeout: 60_000 }, async () => {
  const text = await shown(agentOf(7));
  expect(text).toContain('FailedError: fail: the agent threw TypeError: ');
  expect(text).toMatch(/ {2}at priceOf \(.*\/src\/agent\.ts:12:\d+\)/);
  expect(text).toMatch(/ {2}at .*runAgent \(.*\/src\/agent\.ts:17:\d+\)/);
  expect(text).toMatch(/Caused by: TypeError: .*\n(?:.*\n)*? ❯ .*src\/agent\.ts:12:\d+/);
  expect(text).toContain(`stepfork diff ${join(folder, 'test', request.trace)} ${kept}`);
  expect((await readTraceFile(kept)).trunk.outcome.kind).toBe('threw');
});

test('one that is inconclusive names the line that asked what nobody recorded', { timeout: 60_000 }, async () => {
  const text = await shown(agentOf(8));
  expect(text).toContain('InconclusiveError: inconclusive (diverged)');
  expect(text).toMatch(/ {2}at .*runAgent \(.*\/src\/agent\.ts:16:\d+\)/);
  expect(diffTraces(recording.trunk, (await readTraceFile(kept)).trunk)[0]).toMatchObject({ expected: 0, actual: 0 });
});

test('when it is green again nothing is kept', { timeout: 60_000 }, async () => {
  expect(
    await shown(agentOf(7).replace('(order.price as { readonly cents: number }).cents', '(order as { total: number }).total')),
  ).toContain('1 passed');
  expect(readdirSync(dirname(kept))).toEqual([]);
});
