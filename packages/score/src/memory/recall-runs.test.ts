import { record, tool } from '@stepfork/interceptor';
import type { Claim, Verdict } from '@stepfork/replay';
import { triageTests, triageVersions } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { runInProcess } from '../run-in-process.ts';
import { type Score, score } from '../score.ts';
import { recallRuns } from './recall-runs.ts';
import { createRunMemory } from './run-memory.ts';

const test = (await triageTests())['T5 claim on output and sink arguments'] as NonNullable<Awaited<ReturnType<typeof triageTests>>[string]>;
const { traces, claim: plain, ...rules } = test;

interface Scored {
  readonly score: Score;
  readonly ran: readonly string[];
  readonly text: string;
}

async function scored(
  earlier: string | null,
  { claim = plain, inputs = 'these' }: { claim?: Claim; inputs?: string } = {},
): Promise<Scored> {
  const memory = createRunMemory(inputs, earlier);
  const ran: string[] = [];
  const run = runInProcess({ traces, claim, ...rules }, { reference: triageVersions.fixed, buggy: triageVersions.buggy });
  const recall = recallRuns({ memory, claim, rules, recordings: [traces.trunk, ...traces.forks] });
  const whole = await score({ ...rules, claim, trunk: traces.trunk, hasBuggy: true }, (next) =>
    recall(next, () => {
      ran.push(`${next.side} ${next.change?.kind ?? 'as it is'}`);
      return run(next);
    }),
  );
  return { score: whole, ran, text: memory.text() };
}

/** All but ids and times of the runs themselves. */
function toldBy({ verdict, pins, mutants, pinnedTo, needsForkWhen, controls }: Score): unknown {
  const { reference, buggy } = controls;
  const verdictIn = (end: typeof buggy): unknown => (end?.kind === 'judged' ? end.verdict : end);
  return { verdict, pins, mutants, pinnedTo, needsForkWhen, reference: verdictIn(reference), buggy: verdictIn(buggy) };
}

it('what is unchanged is not run again, and the score is the same', async () => {
  const first = await scored(null);
  expect(first.ran.length).toBeGreaterThan(5);
  const second = await scored(first.text);
  expect(second.ran).toEqual([]);
  expect(toldBy(second.score)).toEqual(toldBy(first.score));
  expect(second.text).toBe(first.text);
});

it('under a claim with a leaf less, or more, replays are judged anew: only what is now missed is run', async () => {
  const { returns: _, ...less } = plain;
  const first = await scored(null);
  const second = await scored(first.text, { claim: less });
  const missed = second.score.pins.filter(({ state }) => state === 'missed');
  expect(second.ran).toEqual(missed.map(() => 'reference conduct'));
  expect(toldBy(second.score)).toEqual(toldBy((await scored(null, { claim: less })).score));
  const third = await scored(second.text);
  expect(third.ran).toEqual([]);
  expect(toldBy(third.score)).toEqual(toldBy(first.score));
});

it('a memory that is cut, of another make or of other inputs is as none', async () => {
  const { text, ran } = await scored(null);
  for (const wrong of ['', '{}', text.slice(0, -20), 'null', '{', '[]']) expect((await scored(wrong)).ran).toEqual(ran);
  expect((await scored(text, { inputs: 'others' })).ran).toEqual(ran);
});

it('of several recordings the first is kept for another claim only where that claim is decided by it', async () => {
  const note = tool('note', async (_: { text: string }) => null);
  const ask = tool('ask', async ({ n }: { n: number }) => n);
  const agentFor = (n: number) => async () => {
    await note({ text: 'started' });
    return ask({ n });
  };
  const [trunk, fork] = [await record(agentFor(1), null), await record(agentFor(2), null)];
  const recorded = { trunk, forks: [fork], sealed: true, damage: null };
  const verdictUnder = async (claim: Claim, earlier: string | null): Promise<readonly [Verdict['kind'], string]> => {
    const memory = createRunMemory('these', earlier);
    const run = runInProcess({ traces: recorded, claim }, { reference: agentFor(2) });
    const recall = recallRuns({ memory, claim, rules: {}, recordings: [trunk, fork] });
    const end = await recall({ side: 'reference', change: null }, () => run({ side: 'reference', change: null }));
    if (end.kind !== 'judged') throw new Error(end.kind);
    return [end.verdict.kind, memory.text()];
  };
  const [lost, text] = await verdictUnder({ calls: [{ never: 'note' }] }, null);
  expect(lost).toBe('fail');
  const [held] = await verdictUnder({ returns: 2 }, text);
  expect(held).toBe('pass');
});

it('a replay of code that does otherwise the next time is not taken for another claim', async () => {
  let runs = 0;
  const agent = async () => ({ priority: 'high', note: `run ${runs++}` });
  const trunk = await record(agent, null, { redaction: false });
  const recorded = { trunk, forks: [], sealed: true, damage: null };
  const scoredUnder = async (claim: Claim, earlier: string | null): Promise<readonly [Score['verdict'], string]> => {
    const memory = createRunMemory('these', earlier);
    const run = runInProcess({ traces: recorded, claim }, { reference: agent });
    const recall = recallRuns({ memory, claim, rules: {}, recordings: [trunk] });
    const { verdict } = await score({ claim, trunk, hasBuggy: false }, (next) => recall(next, () => run(next)));
    return [verdict, memory.text()];
  };
  const [plain, text] = await scoredUnder({ returns: { priority: 'high' } }, null);
  expect(plain).toBe('weak');
  const kept = { priority: 'high', note: 'run 1' };
  expect((await scoredUnder({ returns: kept }, text))[0]).toBe('not-conclusive');
});
