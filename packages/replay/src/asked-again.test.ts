import { setTimeout as sleep } from 'node:timers/promises';
import { tool } from '@stepfork/interceptor';
import { effectStep, failedStep, type StepPart, step, trace, traceFile } from '@stepfork/testkit';
import { readTrace, type TraceFile, writeTrace } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import { check } from './check.ts';
import type { Claim } from './claim/claim.ts';
import { forkOnDemand } from './forks/fork-on-demand.ts';
import type { Verdict } from './judging/verdict.ts';
import { formatVerdict } from './report/format-verdict.ts';
import { waysOn } from './report/ways-on.ts';
import type { Agent } from './test-case.ts';

/** A tool whose body must not run. */
function recordedTool<A extends readonly unknown[], R>(
  name: string,
  options: { readonly effect?: boolean } = {},
): (...args: A) => Promise<R> {
  const body = async (..._: A): Promise<R> => {
    throw new Error(`the body of ${name} ran`);
  };
  return tool(name, body, options) as (...args: A) => Promise<R>;
}

const nextPage = recordedTool<[], readonly number[]>('next_page');
const search = recordedTool<[{ readonly words: string }], readonly string[]>('search');
const nextId = recordedTool<[], string>('next_id');
const nextJob = recordedTool<[], string | null>('next_job');
const status = recordedTool<[], string>('status');
const lookup = recordedTool<[string], string>('lookup');
const balance = recordedTool<[], number>('balance');
const pay = recordedTool<[number], unknown>('pay', { effect: true });

/** An agent whose question is the same words each time, and its answer another one. */
interface OddAgent {
  /** What the run of the bug asked, and what that of its correction asked. */
  readonly recorded: readonly StepPart[];
  readonly corrected: readonly StepPart[];
  readonly claim: Claim;
  readonly right: Agent;
  readonly wrong: Agent;
  /** What is said of both where nothing but the run of the bug is known. */
  readonly alone: { readonly right: string; readonly wrong: string };
}

const oddAgents: Readonly<Record<string, OddAgent>> = {
  'a cursor that the server moves': {
    recorded: [step('next_page', undefined, [1, 2])],
    corrected: [[1, 2], [3], [4], []].map((page) => step('next_page', undefined, page)),
    claim: { returns: 4 },
    right: async () => {
      let count = 0;
      for (let page = await nextPage(); page.length > 0; page = await nextPage()) count += page.length;
      return count;
    },
    wrong: async () => (await nextPage()).length + (await nextPage()).length,
    alone: { right: 'over-budget', wrong: 'pass, resting on next_page' },
  },
  'pages that are asked for with the same words': {
    recorded: [step('search', { words: 'open invoices' }, ['a', 'b'])],
    corrected: [['a', 'b'], ['c', 'd'], ['e']].map((page) => step('search', { words: 'open invoices' }, page)),
    claim: { returns: ['a', 'b', 'c', 'd', 'e'] },
    right: async () => {
      const found: string[] = [];
      for (let isLast = false; !isLast; ) {
        const page = await search({ words: 'open invoices' });
        found.push(...page);
        isLast = page.length < 2;
      }
      return found;
    },
    wrong: async () => [...(await search({ words: 'open invoices' })), ...(await search({ words: 'open invoices' }))],
    alone: { right: 'over-budget', wrong: 'fail, resting on search' },
  },
  'a counter': {
    recorded: [step('next_id', undefined, 'id_1')],
    corrected: [step('next_id', undefined, 'id_1'), step('next_id', undefined, 'id_2')],
    claim: { returns: ['id_1', 'id_2'] },
    right: async () => [await nextId(), await nextId()],
    wrong: async () => {
      const id = await nextId();
      return [id, id];
    },
    alone: { right: 'fail, resting on next_id', wrong: 'fail' },
  },
  'a queue': {
    recorded: [step('next_job', undefined, 'a')],
    corrected: ['a', 'b', null].map((job) => step('next_job', undefined, job)),
    claim: { returns: ['a', 'b'] },
    right: async () => {
      const done: string[] = [];
      for (let job = await nextJob(); job !== null; job = await nextJob()) done.push(job);
      return done;
    },
    wrong: async () => {
      const done: string[] = [];
      for (let job = await nextJob(); job !== null && !done.includes('a'); job = await nextJob()) done.push(job);
      return done;
    },
    alone: { right: 'over-budget', wrong: 'fail, resting on next_job' },
  },
  'a poll until it is done': {
    recorded: [step('status', undefined, 'pending')],
    corrected: ['pending', 'pending', 'done'].map((state) => step('status', undefined, state)),
    claim: { returns: 'done' },
    right: async () => {
      for (;;) {
        const state = await status();
        if (state === 'done') return state;
        await sleep(1000);
      }
    },
    wrong: async () => {
      await status();
      return status();
    },
    alone: { right: 'diverged: used-up', wrong: 'fail, resting on status' },
  },
  'a second try': {
    recorded: [failedStep('lookup', 'ann', new Error('busy'))],
    corrected: [failedStep('lookup', 'ann', new Error('busy')), step('lookup', 'ann', 'gold')],
    claim: { returns: 'gold' },
    right: () => lookup('ann').catch(() => lookup('ann')),
    wrong: () => lookup('ann').catch(() => 'none'),
    alone: { right: 'diverged: used-up', wrong: 'fail' },
  },
  'a second look after a write': {
    recorded: [step('balance', undefined, 100), effectStep('pay', 40, 'ok')],
    corrected: [step('balance', undefined, 100), effectStep('pay', 40, 'ok'), step('balance', undefined, 60)],
    claim: { returns: 60 },
    right: async () => {
      await balance();
      await pay(40);
      return balance();
    },
    wrong: async () => {
      await balance();
      const before = await balance();
      await pay(40);
      return before;
    },
    alone: { right: 'diverged: other-effects-before', wrong: 'fail, resting on balance' },
  },
};

function said(verdict: Verdict): string {
  if (verdict.kind === 'inconclusive') return verdict.reason === 'diverged' ? `diverged: ${verdict.divergence.why}` : verdict.reason;
  const { kind, givenAgain } = verdict;
  return givenAgain === undefined ? kind : `${kind}, resting on ${givenAgain.map(({ name }) => name).join(', ')}`;
}

async function judged(traces: TraceFile, agent: Agent, claim: Claim): Promise<string> {
  return said((await check({ traces, agent, claim, maxCalls: 30 })).verdict);
}

describe.each(Object.entries(oddAgents))('%s', (_, { recorded, corrected, claim, right, wrong, alone }) => {
  const bug = trace(...recorded);

  it('has no verdict from the run of the bug alone that keeps quiet about what was given again', async () => {
    const file = traceFile(bug);
    expect({ right: await judged(file, right, claim), wrong: await judged(file, wrong, claim) }).toEqual(alone);
  });

  it('is told right from wrong with the run of the correction', async () => {
    const file = traceFile(bug, trace(...corrected));
    expect(await judged(file, right, claim)).toBe('pass');
    expect(await judged(file, wrong, claim)).toMatch(/^fail/);
  });
});

const twice: Agent = async () => [await lookup('ann'), await lookup('ann')];

test('an answer that was heard twice alike is known to repeat', async () => {
  const heard = (...parts: readonly StepPart[]): TraceFile => traceFile(trace(...parts));
  const gold = step('lookup', 'ann', 'gold');
  const thrice: Agent = async () => [...((await twice(null)) as string[]), await lookup('ann')];
  expect(await judged(heard(gold), twice, { returns: ['gold', 'gold'] })).toBe('pass, resting on lookup');
  expect(await judged(heard(gold, gold), thrice, { returns: ['gold', 'gold', 'gold'] })).toBe('pass');
});

test('a claim that was lost before rests on nothing that came later', async () => {
  const agent: Agent = async () => {
    await pay(1);
    return twice(null);
  };
  const file = traceFile(trace(effectStep('pay', 1, 'ok'), step('lookup', 'ann', 'gold')));
  expect(await judged(file, agent, { calls: [{ never: 'pay' }] })).toBe('fail');
});

test('what was given again when a fork was made is given again in its replays', async () => {
  const file = traceFile(trace(step('lookup', 'ann', 'gold')));
  const more: Agent = async () => [await twice(null), await nextId()];
  const live = tool('next_id', async () => 'id_1');
  const forking: Agent = async () => [await twice(null), await live()];
  const made = await forkOnDemand(file, forking, { live: ['next_id'] });
  if (made.kind !== 'forked') throw new Error(`no fork was made: ${made.kind}`);
  const forked = await readTrace(await writeTrace(traceFile(file.trunk, made.fork), 'text'));
  expect(await judged(forked, more, { returns: [['gold', 'gold'], 'id_1'] })).toBe('pass, resting on lookup');
});

test('the report names the question, the steps that asked it again, and the way to hear what the world says', async () => {
  const { verdict } = await check({
    traces: traceFile(trace(step('lookup', 'ann', 'gold'))),
    agent: async () => [await twice(null), await twice(null)],
    claim: {},
  });
  expect(verdict).toEqual({ kind: 'pass', givenAgain: [{ kind: 'tool', name: 'lookup', from: 0, steps: [1, 2, 3] }] });
  expect(formatVerdict(verdict).split('\n')).toEqual([
    'pass: the claim holds',
    '  rests on an answer given again: tool lookup was heard once (recorded step 0), and steps 1, 2 and 3 asked it again',
  ]);
  expect(waysOn(verdict, { file: 'a.case.json', agent: 'a.ts' })).toEqual([
    'if lookup would have answered otherwise, record the corrected code where its effects are allowed, and add that run: stepfork record --as-of a.case.json --agent a.ts --output fixed.sftrace && stepfork fork a.case.json --from fixed.sftrace',
  ]);
});
