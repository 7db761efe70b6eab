import { check, type TestCase } from '@stepfork/replay';
import { type TriageVersion, triageTests, triageVersions as versions } from '@stepfork/testkit';
import type { TraceFile } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { runInProcess } from '../src/run-in-process.ts';
import { type Score, score } from '../src/score.ts';

const tests = await triageTests();
const names = Object.keys(versions) as TriageVersion[];

it('each kind of test says of each version of the code what it says', async () => {
  const table: Record<string, string> = {};
  for (const [name, test] of Object.entries(tests)) {
    const cells: string[] = [];
    for (const version of names) cells.push((await check({ ...test, agent: versions[version] })).verdict.kind[0] ?? '');
    table[name] = cells.join(' ');
  }
  // In the order of the versions: pass, fail, inconclusive. A recorded step that nobody asks for is no failure, so that "refund never issued" is followed.
  expect(table).toEqual({
    'T1 snapshot of the buggy run, strict': 'p i i i i f i f',
    'T2 claim on the failure trace, strict': 'f i i i i p i p',
    'T3 snapshot of the fixed run, strict': 'i p i i f f i i',
    'T4 claim on the output, sink': 'f p i p p p p p',
    'T5 claim on output and sink arguments': 'f p i p p f f f',
    'T6 tautology': 'p p i p p p p p',
    'T7 as T5, prompt not compared': 'f p p p p f f f',
  });
});

async function scored(test: Omit<TestCase, 'agent'>): Promise<Score> {
  const { trunk } = test.traces as TraceFile;
  return score({ ...test, trunk, hasBuggy: true }, runInProcess(test, { reference: versions.fixed, buggy: versions.buggy }));
}

it.each([
  ['T1 snapshot of the buggy run, strict', 'not-executable'],
  ['T2 claim on the failure trace, strict', 'not-executable'],
  ['T3 snapshot of the fixed run, strict', 'run-pinned'],
  ['T4 claim on the output, sink', 'weak'],
  ['T5 claim on output and sink arguments', 'claim-pinned'],
  ['T6 tautology', 'misses-the-bug'],
  ['T7 as T5, prompt not compared', 'claim-pinned'],
] as const)('%s is %s', async (name, verdict) => {
  expect((await scored(tests[name] as Omit<TestCase, 'agent'>)).verdict).toBe(verdict);
});

it('a claim on the output alone misses every argument of the sink, and that it is called', async () => {
  const { pins } = await scored(tests['T4 claim on the output, sink'] as Omit<TestCase, 'agent'>);
  expect(pins.filter(({ state }) => state === 'missed').map(({ text }) => text)).toEqual([
    'issue_refund /amount_cents (step 2)',
    'issue_refund /customer (step 2)',
    'issue_refund is called (step 2)',
  ]);
  expect(pins.find(({ text }) => text === 'output /receipt')).toMatchObject({ state: 'ignored' });
});

it('a reworded prompt needs a fork where the prompt is compared, and is no pin', async () => {
  const compared = await scored(tests['T5 claim on output and sink arguments'] as Omit<TestCase, 'agent'>);
  const ignored = await scored(tests['T7 as T5, prompt not compared'] as Omit<TestCase, 'agent'>);
  expect([compared.needsForkWhen, compared.pinnedTo]).toEqual([['the prompt changes'], []]);
  expect([ignored.needsForkWhen, ignored.pinnedTo]).toEqual([[], []]);
});

it('a snapshot of the fixed run is pinned to more than a claim says, and rejects the bug by divergence only', async () => {
  const { pinnedTo, rejectsByDivergenceOnly } = await scored(tests['T3 snapshot of the fixed run, strict'] as Omit<TestCase, 'agent'>);
  expect(pinnedTo).toEqual(['the whole output', 'which calls are made']);
  expect(rejectsByDivergenceOnly).toBe(true);
});

it('a run that could not be executed is never a kill', async () => {
  const { mutants } = await scored(tests['T3 snapshot of the fixed run, strict'] as Omit<TestCase, 'agent'>);
  expect(mutants.find(({ id }) => id === 'fix-reverted')?.outcome.kind).toBe('not-executable');
  expect(mutants.find(({ id }) => id.includes('refund_cents'))?.outcome).toMatchObject({ kind: 'not-executable' });
});
