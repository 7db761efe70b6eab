import { record, tool } from '@stepfork/interceptor';
import { parseCaseFile } from '@stepfork/replay';
import { readTrace, type TraceFile } from '@stepfork/trace';
import { expect, test } from 'vitest';
import type { ExportRequest } from './exporter.ts';
import { vitestExporter } from './exporters/vitest.ts';
import { type ExportPlan, planExport } from './plan-export.ts';

const refund = tool('issue_refund', (_: unknown) => ({ ok: true }), { effect: true });

async function traces(): Promise<TraceFile> {
  const trunk = await record(
    async () => {
      await refund({ amount_cents: 49 });
      return { refunded_cents: 49, at: new Date(0) };
    },
    { id: '8841' },
  );
  return { trunk, forks: [], sealed: true, damage: null };
}

async function plan(parts: Partial<ExportPlan> = {}): Promise<ExportPlan> {
  return {
    exporter: vitestExporter,
    title: 'the refund is issued in full',
    name: 'refund',
    agent: { specifier: '../src/agent.ts', file: '../src/agent.ts', export: 'runAgent' },
    agentRef: 'src/agent.ts#runAgent',
    traces: await traces(),
    command: null,
    switches: [],
    claim: { returns: { refunded_cents: 4999 } },
    policies: { tools: { issue_refund: 'sink' } },
    answers: { issue_refund: { value: { ok: true } } },
    stable: [],
    ignore: {},
    ...parts,
  };
}

test('the test, the case file and the trace stand beside each other', async () => {
  const files = await planExport(await plan());
  expect(files.map(({ path }) => path)).toEqual(['refund.test.ts', 'refund.case.json', 'refund.sftrace.jsonl']);
});

test('the case file says what the test says, and is read by every command', async () => {
  const [, file] = await planExport(await plan({ order: 'recorded', maxCalls: 5 }));
  expect(parseCaseFile(JSON.parse(file?.text ?? ''), 'refund.case.json')).toEqual({
    version: 1,
    title: 'the refund is issued in full',
    trace: 'refund.sftrace.jsonl',
    agent: 'src/agent.ts#runAgent',
    claim: { returns: { refunded_cents: 4999 } },
    policies: { tools: { issue_refund: 'sink' } },
    answers: { issue_refund: { value: { ok: true } } },
    order: 'recorded',
    maxCalls: 5,
  });
});

test('the trace is written in text form and holds the recorded runs', async () => {
  const recorded = await traces();
  const [, , file] = await planExport(await plan({ traces: recorded }));
  for (const line of (file?.text ?? '').trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  const { trunk, sealed } = await readTrace(file?.text ?? '');
  expect(sealed).toBe(true);
  expect(JSON.stringify(trunk)).toBe(JSON.stringify(recorded.trunk));
});

test('the same plan gives the same bytes', async () => {
  const one = await plan();
  expect(await planExport(one)).toEqual(await planExport({ ...one }));
});

test.each(['', '..', '../refund', 'deep/refund', 'a\\b', 'a\0b'])('a test cannot be named %j', async (name) => {
  await expect(planExport(await plan({ name }))).rejects.toThrow(expect.objectContaining({ code: 'STEPFORK_EXPORT_PATH' }));
});

test.each(['../refund.test.ts', '/refund.test.ts', 'refund.case.json', 'Refund.sftrace.jsonl'])(
  'an exporter cannot write to %j',
  async (path) => {
    const exporter = { ...vitestExporter, render: () => [{ path, text: '' }] };
    await expect(planExport(await plan({ exporter }))).rejects.toThrow(expect.objectContaining({ code: 'STEPFORK_EXPORT_PATH' }));
  },
);

test.each([
  ['throws', () => JSON.parse('{'), /^The exporter vitest throws SyntaxError: /],
  ['gives nothing', () => undefined, /^The exporter vitest gives a value of type undefined; nothing is written\.$/],
  ['gives no file', () => [], /^The exporter vitest gives no file; /],
  ['gives a text', () => 'test', /^The exporter vitest gives a value of type string; /],
  ['gives texts', () => ['test'], /^The exporter vitest gives something that is no file; /],
  ['gives bytes', () => [{ path: 'a', text: new Uint8Array(1) }], /^The exporter vitest gives something that is no file; /],
])('an exporter that %s is named', async (_, render, message) => {
  const exporter = { ...vitestExporter, render: render as typeof vitestExporter.render };
  await expect(planExport(await plan({ exporter }))).rejects.toThrow(
    expect.objectContaining({ code: 'STEPFORK_EXPORTER_FAILED', message: expect.stringMatching(message) }),
  );
});

test('an exporter that changes its request changes nothing else', async () => {
  const exporter = {
    ...vitestExporter,
    render: (request: ExportRequest) => {
      Object.assign(request, { title: 'mine', trace: '../elsewhere' });
      return [{ path: 'own.test.ts', text: '' }];
    },
  };
  const [, file, trace] = await planExport(await plan({ exporter }));
  expect([JSON.parse(file?.text ?? '').title, trace?.path]).toEqual(['the refund is issued in full', 'refund.sftrace.jsonl']);
});

test('an agent that no case file can name is refused', async () => {
  await expect(planExport(await plan({ agentRef: 'no ref' }))).rejects.toThrow(/path\/to\/agent\.ts#exportedName/);
});

test('a secret that a person typed into the claim is not written', async () => {
  const claim = { returns: { note: 'use correct-horse-battery' } };
  await expect(planExport(await plan({ claim, secrets: ['correct-horse-battery'] }))).rejects.toThrow(
    expect.objectContaining({ code: 'STEPFORK_SECRET_LEFT', message: expect.stringContaining('refund.test.ts') }),
  );
});

test('the error about a secret does not repeat it', async () => {
  const error: Error = await planExport(await plan({ title: 'with correct-horse-battery', secrets: ['correct-horse-battery'] })).catch(
    (reason) => reason,
  );
  expect(`${error.message} ${String((error as { hint?: string }).hint)}`).not.toContain('correct-horse');
});
