import { record, tool } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import { expect, it } from 'vitest';
import { mutationReport } from '../report/mutation-report.ts';
import { runInProcess } from '../run-in-process.ts';
import type { RunTest, TestEnd } from '../run-test.ts';
import { type Score, score } from '../score.ts';
import type { SourceMutant, SourceRun } from './source-mutant.ts';

const send = tool('send', async (_: object) => null, { effect: true });
const mail = tool('POST api.local/mail', async (_: object) => null, { effect: true });
const look = tool('look', async (_: object) => 4999);

const rightCode: Agent = async () => run((cents) => cents, 'done');

/** What each mutant makes of an agent that returns the cents that it has sent, and a note. */
const behaviour: Readonly<Record<string, Agent>> = {
  wrong: async () => run((cents) => cents / 100, 'done'),
  unclaimed: async () => run((cents) => cents, 'DONE'),
  misled: async () => run((cents) => cents, 'done', 'D-8'),
  same: async () => run((cents) => cents + 0, 'done'),
  stray: async () => run(() => look({ of: 'another' }), 'done'),
};

async function run(cents: (found: number) => unknown, note: string, to = 'C-7'): Promise<unknown> {
  const sent = await cents(await look({ of: 'C-7' }));
  await send({ cents: sent });
  await mail({ to });
  return { cents: sent, note };
}

const texts = { folder: '/texts', digest: 'all' };
const shown: SourceRun = {
  ...{ hits: { wrong: 1, unclaimed: 1, misled: 1, same: 1, stray: 1, endless: 3 }, modules: [], isOverLimit: false },
  hosts: ['db:5432'],
};

function mutant(id: string, more: Partial<SourceMutant> = {}): SourceMutant {
  const range = { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } };
  return {
    ...range,
    ...{ id, switchId: id, texts, path: 'src/agent.ts', mutator: 'Some', original: 'a', replacement: 'b', ignored: null },
    ...more,
  };
}

async function scored(mutants: readonly SourceMutant[], control: (end: TestEnd) => TestEnd = (end) => end): Promise<Score> {
  const trunk = await record(rightCode, null, { redaction: false });
  const claim = { returns: { cents: 4999 }, calls: [{ tool: 'send', with: { cents: 4999 }, times: 1 }] };
  const traces = { trunk, forks: [], sealed: true, damage: null };
  const runTest: RunTest = async ({ side, change }) => {
    if (change?.kind !== 'source') return runInProcess({ traces, claim }, { reference: rightCode })({ side, change });
    const { active, hitLimit, hosts } = change.source;
    expect(hosts).toEqual(active === null ? null : shown.hosts);
    const agent = behaviour[active ?? ''] ?? rightCode;
    const end = await runInProcess({ traces, claim }, { reference: agent })({ side, change: null });
    const judged = end.kind === 'judged' ? { ...end, source: { ...shown, isOverLimit: active === 'endless' && hitLimit === 300 } } : end;
    return active === null ? control(judged) : judged;
  };
  return score({ claim, trunk, hasBuggy: false }, runTest, {
    source: async () => ({ instrumented: texts, mutants, texts: { 'src/agent.ts': 'one\n  two;\n' } }),
  });
}

const outcomes = ({ mutants }: Score): Readonly<Record<string, unknown>> =>
  Object.fromEntries(mutants.flatMap(({ id, family, outcome }) => (family === 'source' ? [[id, outcome]] : [])));

it('each mutant of the source has an outcome of its own, and a survivor says what nobody noticed', async () => {
  const mutants = ['wrong', 'unclaimed', 'misled', 'same', 'stray', 'endless', 'unreached'].map((id) => mutant(id));
  const result = await scored([...mutants, mutant('silenced', { ignored: 'a log line' })]);
  expect(outcomes(result)).toEqual({
    wrong: { kind: 'killed', by: 'send was called with /cents 49.99, claimed 4999 (step 1)' },
    unclaimed: { kind: 'survived', because: 'nobody claims output /note: "done" → "DONE"' },
    misled: { kind: 'survived', because: 'nobody claims POST api.local/mail /to: "C-7" → "D-8"' },
    same: { kind: 'ignored', reason: 'nothing that the agent returned or did is different' },
    stray: { kind: 'not-executable', reason: 'step 1 asks look what was not recorded' },
    endless: { kind: 'timed-out' },
    unreached: { kind: 'ignored', reason: 'the run does not reach it' },
    silenced: { kind: 'ignored', reason: 'a log line' },
  });
});

it('where the right code does not pass with all mutants put in and off, nothing is said of any', async () => {
  const { mutants } = await scored([mutant('wrong')], () => ({ kind: 'crashed', message: 'it cannot be loaded' }));
  expect(mutants.find(({ id }) => id === 'wrong')).toMatchObject({
    outcome: { kind: 'not-executable', reason: expect.stringContaining('it cannot be loaded') },
    replays: 0,
  });
});

it('a report has them under their own file, in their place', async () => {
  const { files } = mutationReport(await scored([mutant('wrong'), mutant('unclaimed')]));
  expect(files['src/agent.ts']).toMatchObject({
    language: 'typescript',
    source: 'one\n  two;\n',
    mutants: [
      { id: 'wrong', status: 'Killed', replacement: 'b', location: { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } } },
      { id: 'unclaimed', status: 'Survived', statusReason: 'nobody claims output /note: "done" → "DONE"' },
    ],
  });
});
