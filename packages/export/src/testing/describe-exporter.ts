import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from '@stepfork/interceptor';
import type { Agent, Claim } from '@stepfork/replay';
import type { Json, TraceFile } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { checkPaths } from '../check-paths.ts';
import { claimFromRun } from '../claim-from-run.ts';
import type { Exporter, ExportRequest } from '../exporter.ts';
import { toLiteral } from '../literal.ts';
import { type ExportPlan, planExport } from '../plan-export.ts';
import { createExporterRegistry } from '../registry.ts';
import { writeExportedFiles } from '../write-files.ts';
import { hostileStrings } from './hostile-strings.ts';
import { toyAgents, toyAgentsUrl, withToyBodies } from './toy-agents.ts';

/** What came of an exported test. `inconclusive`: it failed with an error whose name is `InconclusiveError`. */
export interface RunResult {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** What the runner printed. */
  readonly output: string;
}

/** Runs the exported test in a folder with the real runner, in a process of its own. It holds exactly one test; that none ran is an error. */
export type RunExportedTest = (folder: string) => Promise<RunResult>;

export interface ExporterHarness {
  /** `null` where this machine has no such runner: what would be run is skipped. */
  readonly run: RunExportedTest | null;
  /** From where the runner and `@stepfork/replay` resolve; made if missing. Each test is written to a fresh folder below it, which is removed. */
  readonly folder: string;
  /** For one run of the runner. Default: 60,000. */
  readonly timeoutMs?: number;
}

/**
 * The tests that every exporter must pass, to be called at the top of a test file for Vitest.
 *
 * Paths stay inside the folder; the same request gives the same bytes; hostile strings stay data; and the exported test, run for real, fails on
 * a failing agent, passes on a passing one, is inconclusive on a diverging one, and runs no body of a tool on any of them.
 */
export function describeExporter(exporter: Exporter, { run, folder, timeoutMs = 60_000 }: ExporterHarness): void {
  describe(`exporter ${exporter.name}`, () => {
    test('is taken by the registry', () => {
      const alone = { ...exporter, name: `${exporter.name}-under-test` };
      expect(createExporterRegistry([{ exporter: alone, origin: 'this test' }]).get(alone.name)).toBe(alone);
    });

    test('renders at least one file, and every path stays inside the folder', () => {
      const files = exporter.render(sampleRequest());
      expect(files.length).toBeGreaterThan(0);
      checkPaths([...files.map(({ path }) => path), 'sample.case.json', 'sample.sftrace.jsonl']);
    });

    test('names its files after the test, so that two tests share a folder', () => {
      const [one, other] = ['one', 'other'].map((name) => exporter.render({ ...sampleRequest(), name, trace: `${name}.sftrace.jsonl` }));
      checkPaths([...(one ?? []), ...(other ?? [])].map(({ path }) => path));
    });

    test('the same request gives the same bytes, and the request is left as it was', () => {
      const request = deeplyFrozen(sampleRequest());
      expect(exporter.render(request)).toStrictEqual(exporter.render(deeplyFrozen(sampleRequest())));
    });

    test.each(hostileStrings)('what a reviewer sees is what runs, with %j anywhere in the request', (text) => {
      // No stray line end, no control of the reading direction, no broken text.
      for (const file of exporter.render(hostileRequest(text))) expect(file.text).not.toMatch(unseen);
    });

    test.skipIf(run === null)(
      'the exported test fails on a failing agent, and shows what was claimed and what came instead',
      {
        timeout: timeoutMs,
      },
      async () => {
        const { outcome, output } = await exportAndRun('failing', await refundPlan());
        expect(outcome, output).toBe('fail');
        expect(output).toMatch(/\b4999\b/);
        expect(output).toMatch(/\b49\b/);
      },
    );

    test.skipIf(run === null).each([
      ['passes', 'passing', 'pass'],
      ['is inconclusive', 'diverging', 'inconclusive'],
    ] as const)('the exported test %s on a %s agent', { timeout: timeoutMs }, async (_, agent, outcome) => {
      const result = await exportAndRun(agent, await refundPlan());
      expect(result.outcome, result.output).toBe(outcome);
    });

    test.skipIf(run === null).each([
      ['passes where they come back whole', 'hostile', 'pass'],
      ['fails where one lost a character', 'hostileButOne', 'fail'],
    ] as const)('an exported test that is full of hostile strings %s', { timeout: timeoutMs }, async (_, agent, outcome) => {
      const result = await exportAndRun(agent, await hostilePlan());
      expect(result.outcome, result.output).toBe(outcome);
    });
  });

  async function exportAndRun(agent: keyof typeof toyAgents, plan: Omit<ExportPlan, 'exporter'>): Promise<RunResult> {
    if (run === null) throw new Error('there is no runner');
    mkdirSync(folder, { recursive: true });
    const own = mkdtempSync(join(folder, `.${exporter.name}-`));
    try {
      writeExportedFiles(own, await planExport({ ...plan, exporter }));
      const source = `import { toyAgents } from ${toLiteral(specifierFrom(own))};\nexport const runAgent = toyAgents.${agent};\n`;
      writeFileSync(join(own, 'agent.mjs'), source);
      return await run(own);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
}

const unseen = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]/u;

const refundClaim: Claim = {
  returns: { refunded_cents: 4999 },
  calls: [{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1, only: true }],
};

const emptyParts = { command: null, switches: [], policies: {}, answers: {}, stable: [], ignore: {} } as const;

function sampleRequest(): ExportRequest {
  return {
    ...emptyParts,
    title: 'the refund is issued in full',
    name: 'sample',
    agent: { specifier: './agent.mjs', file: './agent.mjs', export: 'runAgent' },
    trace: 'sample.sftrace.jsonl',
    needs: { http: false, tools: false, environment: { STRIPE_API_KEY: 'sk_STEPFORK' } },
    command: 'stepfork export sample.sftrace',
    claim: refundClaim,
    policies: { tools: { issue_refund: 'sink' } },
    answers: { issue_refund: { value: { status: 'issued' } } },
    stable: ['lookup_order'],
    ignore: { '*': ['/request_id'] },
  };
}

function hostileRequest(text: string): ExportRequest {
  const keyed = Object.fromEntries([[text, text]]);
  return {
    ...sampleRequest(),
    title: text,
    command: text,
    claim: { returns: keyed, calls: [{ tool: text, with: keyed }] },
    policies: { tools: Object.fromEntries([[text, 'sink']]) },
    answers: Object.fromEntries([[text, { value: text }]]),
    stable: [text],
    ignore: Object.fromEntries([[text, [text]]]),
    needs: { http: false, tools: false, environment: Object.fromEntries([[text, text]]) },
  };
}

async function refundPlan(): Promise<Omit<ExportPlan, 'exporter'>> {
  return {
    ...emptyParts,
    ...agentOfPlan,
    title: 'the refund is issued in full',
    name: 'refund',
    traces: await recorded(toyAgents.failing, { id: '8841' }),
    claim: refundClaim,
    policies: { tools: { issue_refund: 'sink' } },
  };
}

async function hostilePlan(): Promise<Omit<ExportPlan, 'exporter'>> {
  const traces = await recorded(toyAgents.hostile, null);
  const title = hostileStrings.join(' ');
  return {
    ...emptyParts,
    ...agentOfPlan,
    title,
    command: title,
    name: 'hostile',
    traces,
    claim: { ...claimFromRun(traces.trunk).claim, exactly: true },
  };
}

const agentOfPlan = {
  agent: { specifier: './agent.mjs', file: './agent.mjs', export: 'runAgent' },
  agentRef: 'agent.mjs#runAgent',
} as const;

async function recorded(agent: Agent, input: Json): Promise<TraceFile> {
  return { trunk: await withToyBodies(() => record(agent, input, { agent: agentOfPlan.agentRef })), forks: [], sealed: true, damage: null };
}

function specifierFrom(folder: string): string {
  return `./${relative(folder, fileURLToPath(toyAgentsUrl)).split(sep).join('/')}`;
}

function deeplyFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deeplyFrozen);
  return value;
}
