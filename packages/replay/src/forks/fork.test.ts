import { metPackages, model, record, tool } from '@stepfork/interceptor';
import { effectStep, failedStep, head, modelStep, returns, step, trace, traceFile } from '@stepfork/testkit';
import { encodeValue, type Json, readTrace, type Trace, type TraceFile, writeTrace } from '@stepfork/trace';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { check } from '../check.ts';
import type { Claim } from '../claim/claim.ts';
import { replay } from '../replay.ts';
import { waysOn } from '../report/ways-on.ts';
import type { Agent } from '../test-case.ts';
import { attachFork } from './attach-fork.ts';
import { type Forked, type ForkOptions, forkOnDemand } from './fork-on-demand.ts';
import { whatIf } from './what-if.ts';

/** What really ran. */
const ran: string[] = [];
const world =
  (name: string, answer: (input: never) => unknown) =>
  async (input: unknown): Promise<unknown> => {
    ran.push(name);
    return answer(input as never);
  };
const pay = tool('pay', world('pay', () => ({ id: 'p-live' })) as (input: unknown) => Promise<{ id: string }>, { effect: true });
const search = tool('search', world('search', ({ page }: { page: number }) => [`item ${page}`]) as (input: unknown) => Promise<string[]>);
const balance = tool(
  'balance',
  world('balance', () => 7),
);
const ask = model('gpt', world('gpt', ({ prompt }: { prompt: string }) => `answer to ${prompt}`) as (input: unknown) => Promise<string>);

beforeEach(() => {
  ran.length = 0;
});

const buggy = async (): Promise<unknown> => {
  const found = await search({ page: 1 });
  const said = await ask({ prompt: found.join() });
  await pay({ cents: 49 });
  return { found, said };
};
const fixed = async (): Promise<unknown> => {
  const found = [...(await search({ page: 1 })), ...(await search({ page: 2 }))];
  const said = await ask({ prompt: found.join() });
  await pay({ cents: 4999 });
  return { found, said };
};
const claim: Claim = { returns: { found: ['item 1', 'item 2'] }, calls: [{ tool: 'pay', with: { cents: 4999 }, times: 1 }] };

async function trunkOf(agent: Agent): Promise<TraceFile> {
  const trunk = await record(agent, null);
  ran.length = 0;
  return traceFile(trunk);
}

function withFork({ trunk, forks }: TraceFile, forked: Forked): TraceFile {
  if (forked.kind !== 'forked') throw new Error(`no fork was made: ${forked.kind}`);
  return traceFile(trunk, ...forks, forked.fork);
}

describe('a fork on demand', () => {
  it('makes the fix green offline, and runs only what was named and unseen', async () => {
    const traces = await trunkOf(buggy);
    expect((await check({ traces, agent: fixed, claim })).verdict).toMatchObject({ reason: 'diverged' });

    const forked = await forkOnDemand(traces, fixed, { live: ['model:*', 'search'] });
    expect(ran).toEqual(['search', 'gpt']);
    expect(forked).toMatchObject({
      kind: 'forked',
      bodiesRun: 2,
      fork: { run: { derived: { kind: 'on-demand', of: traces.trunk.run.id } } },
    });

    ran.length = 0;
    const both = await readTrace(await writeTrace(withFork(traces, forked), 'packed'));
    expect(await check({ traces: both, agent: fixed, claim })).toMatchObject({
      verdict: { kind: 'pass' },
      replay: { receipt: { recording: { place: 1 } } },
    });
    expect(await check({ traces: both, agent: buggy, claim })).toMatchObject({
      verdict: { kind: 'fail' },
      replay: { receipt: { recording: { place: 0 } } },
    });
    expect(ran).toEqual([]);
  });

  it('is not made where a recording answers everything', async () => {
    expect(await forkOnDemand(await trunkOf(buggy), buggy, { live: ['model:*'] })).toMatchObject({ kind: 'nothing-asked' });
    expect(ran).toEqual([]);
  });

  it('refuses what was not named, and says so', async () => {
    const stopped = await forkOnDemand(await trunkOf(buggy), fixed, { live: ['search'] });
    expect(stopped).toMatchObject({
      kind: 'stopped',
      stop: { divergence: { kind: 'model', name: 'gpt', notRun: { because: 'not-named' } } },
    });
    expect(ran).toEqual(['search']);
  });

  it('never runs an effect, and refuses a read after one unless it is stable', async () => {
    const late = async (): Promise<unknown> => {
      await pay({ cents: 1 });
      return balance({ of: 'ann' });
    };
    const traces = traceFile(trace(effectStep('pay', { cents: 1 }, { id: 'p1' })));
    expect(await forkOnDemand(traces, late, { live: ['*'] })).toMatchObject({
      kind: 'stopped',
      stop: { divergence: { name: 'balance', notRun: { because: 'after-effect' } } },
    });
    expect(ran).toEqual([]);
    expect(await forkOnDemand(traces, late, { live: ['balance'], stable: ['balance'] })).toMatchObject({ kind: 'forked' });
    expect(ran).toEqual(['balance']);
  });

  describe('where a read had other answers each time', () => {
    const queue = [step('search', { page: 1 }, ['a']), step('search', { page: 1 }, ['b'])];
    const thrice = async (): Promise<unknown> => {
      for (let i = 0; i < 2; i += 1) await search({ page: 1 });
      return search({ page: 1 });
    };

    it('does not ask a world that did not give them for the next one', async () => {
      expect(await forkOnDemand(traceFile(trace(...queue)), thrice, { live: ['*'] })).toMatchObject({
        kind: 'stopped',
        stop: { divergence: { name: 'search', why: 'used-up', notRun: { because: 'in-series' } } },
      });
      expect(ran).toEqual([]);
    });

    it('is not recommended for the next one either', async () => {
      const { verdict } = await check({ traces: traceFile(trace(...queue)), agent: thrice, claim: { returns: ['c'] } });
      const ways = waysOn(verdict, { file: 'a.case.json', agent: 'a.ts' }).join('\n');
      expect(ways).toContain('--from fixed.sftrace');
      expect(ways).not.toContain('--live');
    });

    it('goes on from a recording that heard it', async () => {
      const knows = trace(head({ id: 'run-2' }), ...queue, step('search', { page: 1 }, ['c']), step('search', { page: 3 }, ['d']));
      const another = async (): Promise<unknown> => [await thrice(), await search({ page: 2 })];
      const forked = await forkOnDemand(traceFile(trace(...queue), knows), another, { live: ['*'] });
      expect(forked).toMatchObject({ kind: 'forked', fork: { outcome: { value: [['c'], ['item 2']] } } });
      expect(ran).toEqual(['search']);
    });

    it('asks it again after it failed, and while the agent polls', async () => {
      const down = failedStep('search', { page: 1 }, new Error('503'));
      const again = async (): Promise<unknown> => {
        await search({ page: 1 }).catch(() => null);
        return search({ page: 1 });
      };
      expect(await forkOnDemand(traceFile(trace(down)), again, { live: ['*'] })).toMatchObject({ kind: 'forked' });
      const polls = async (): Promise<unknown> => {
        for (let i = 0; i < 2; i += 1) {
          await search({ page: 1 });
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
        return search({ page: 1 });
      };
      expect(await forkOnDemand(traceFile(trace(...queue)), polls, { live: ['*'] })).toMatchObject({ kind: 'forked' });
    });
  });

  it('sends no pseudonym out', async () => {
    const key = 'sk-STEPFORKa1b2c3d4e5f6';
    const traces = traceFile(trace(step('search', { page: 1 }, [key])));
    const agent = async (): Promise<unknown> => ask({ prompt: `use ${(await search({ page: 1 }))[0]}` });
    expect(await forkOnDemand(traces, agent, { live: ['model:*'] })).toMatchObject({
      kind: 'stopped',
      stop: { divergence: { notRun: { because: 'pseudonym', path: '/prompt' } } },
    });
    expect(ran).toEqual([]);
  });

  it.each<readonly [string, ForkOptions, string]>([
    ['a name that nobody knows', { live: ['serach'] }, 'Did you mean search?'],
    ['an effect', { live: ['pay'] }, 'Declare its answer instead'],
    ['a model that nobody knows', { live: ['model:search'] }, 'Name a model that was recorded'],
    [
      'an answer of another type',
      { policies: { tools: { pay: 'sink' } }, answers: { pay: { value: 'ok' } } },
      'Give an answer of that type',
    ],
  ])('refuses %s before anything runs', async (_, options, hint) => {
    const traces = await trunkOf(buggy);
    await expect(forkOnDemand(traces, fixed, options)).rejects.toMatchObject({
      name: 'ConfigurationError',
      hint: expect.stringContaining(hint),
    });
    expect(ran).toEqual([]);
  });

  it('lets a tool be named that is new in the code, which a model is offered before anybody else hears of it', async () => {
    const late = (input: object) => async (): Promise<unknown> => {
      await ask({ ...input, prompt: 'hi' } as { prompt: string });
      return tool(
        'hear',
        world('hear', () => 'live'),
      )({ id: 1 });
    };
    const plain = await trunkOf(async () => ask({ prompt: 'hi' }));
    await expect(forkOnDemand(plain, late({ tools: [{ name: 'hear' }] }), { live: ['hear'] })).rejects.toThrow(
      'names a tool that nobody knows',
    );
    expect(ran).toEqual([]);
    const { run } = plain.trunk;
    // As if the SDK that the recording names were loaded here, too.
    metPackages();
    (globalThis as unknown as Record<symbol, { met: Set<string> }>)[Symbol.for('stepfork.modules')]?.met.add('ai');
    const traces = traceFile({ ...plain.trunk, run: { ...run, versions: { ...run.versions, '@stepfork/register': 'ai' } } });
    const forked = await forkOnDemand(traces, late({ tools: [{ name: 'hear' }] }), { live: ['model:*', 'hear'] });
    expect([forked.kind, ran]).toEqual(['forked', ['gpt', 'hear']]);
    await expect(forkOnDemand(traces, late({}), { live: ['model:*', 'heed'] })).rejects.toThrow('names a tool that nobody knows');
  });

  it('starts from the recording that answers most', async () => {
    const more = async (): Promise<unknown> => {
      await fixed();
      return search({ page: 3 });
    };
    const traces = await trunkOf(buggy);
    const once = withFork(traces, await forkOnDemand(traces, fixed, { live: ['model:*', '*'] }));
    ran.length = 0;
    const twice = await forkOnDemand(once, more, { live: ['search'], stable: ['search'] });
    expect(ran).toEqual(['search']);
    expect(twice).toMatchObject({ fork: { run: { derived: { of: traces.trunk.run.id, from: once.forks[0]?.run.id } } } });
  });

  describe('with a run of the corrected code in the file', () => {
    const refused = { ok: false };
    const paid = { ok: true };
    const agent = (cents: number, prompt: string) => async (): Promise<unknown> => {
      const said = await ask({ prompt });
      const done = (await pay({ cents })) as unknown as { ok: boolean };
      return { said, ok: done.ok };
    };
    const traces = traceFile(
      trace(modelStep('gpt', { prompt: 'old' }, 'a'), effectStep('pay', { cents: 49 }, refused)),
      trace(head({ id: 'run-2' }), modelStep('gpt', { prompt: 'fixed' }, 'b'), effectStep('pay', { cents: 4999 }, paid)),
    );

    it('takes from it the outcome of an effect that the bug never had', async () => {
      const other = agent(4999, 'other');
      const forked = await forkOnDemand(traces, other, { live: ['model:*'] });
      expect(forked).toMatchObject({ fork: { run: { derived: { from: 'run-2' } }, outcome: { value: { ok: true } } }, bodiesRun: 2 });
      const both = withFork(traces, forked);
      const paidOnce: Claim = { returns: { ok: true }, calls: [{ tool: 'pay', with: { cents: 4999 } }] };
      expect((await check({ traces: both, agent: other, claim: paidOnce })).verdict).toEqual({ kind: 'pass' });
    });

    it('takes from it the later answers to a read that the trunk asked less often', async () => {
      const down = new Error('503');
      const tries = async (): Promise<unknown> => {
        await ask({ prompt: 'other' });
        for (let left = 3; ; left -= 1) {
          try {
            return await search({ page: 1 });
          } catch (error) {
            if (left === 1) throw error;
          }
        }
      };
      const once = failedStep('search', { page: 1 }, down);
      const knows = trace(head({ id: 'run-2' }), once, once, step('search', { page: 1 }, ['up']));
      const forked = await forkOnDemand(traceFile(trace(once), knows), tries, { live: ['*', 'model:*'] });
      // The world would hear the second try as its first.
      expect(forked).toMatchObject({ kind: 'forked', fork: { run: { derived: { from: 'run-2' } }, outcome: { value: ['up'] } } });
    });

    it('asks nobody twice where the trunk knows as much', async () => {
      const forked = await forkOnDemand(traces, agent(49, 'other'), { live: ['model:*'] });
      expect(forked).toMatchObject({ fork: { run: { derived: { from: traces.trunk.run.id } } }, bodiesRun: 1 });
      expect(ran).toEqual(['gpt']);
    });

    it('is made from it where a read comes after an effect that only it made', async () => {
      const late = async (): Promise<unknown> => {
        await ask({ prompt: 'other' });
        await pay({ cents: 4999 });
        return balance({ of: 'ann' });
      };
      const [trunk] = [traces.trunk];
      const knows = trace(head({ id: 'run-2' }), effectStep('pay', { cents: 4999 }, paid), step('balance', { of: 'ann' }, 3));
      const forked = await forkOnDemand(traceFile(trunk, knows), late, { live: ['*', 'model:*'] });
      expect(forked).toMatchObject({ kind: 'forked', fork: { outcome: { value: 3 } } });
      expect(ran).not.toContain('balance');
    });
  });

  it.each([
    [50, 'a'],
    [20_000, 'ab'],
  ])('times the chunks of a stream that came for real: against a timeout of %i ms, also when it is replayed', async (ms, expected) => {
    const slow = tool('drip', async (_: { page: number }) =>
      (async function* () {
        yield 'a';
        await new Promise((resolve) => setTimeout(resolve, 120));
        yield 'b';
      })(),
    );
    const read = (page: number, limit: number) => async (): Promise<unknown> => {
      const stream = await slow({ page });
      for (let text = ''; ; ) {
        const next = await Promise.race([stream.next(), new Promise<null>((resolve) => setTimeout(() => resolve(null), limit))]);
        if (next === null || next.done) return text;
        text += next.value;
      }
    };
    const traces = await trunkOf(read(1, 5));
    const forked = await forkOnDemand(traces, read(7, ms), { live: ['drip'] });
    expect(forked).toMatchObject({ fork: { outcome: { kind: 'returned', value: expected } } });
    const { verdict } = await check({ traces: withFork(traces, forked), agent: read(7, ms), claim: { returns: expected } });
    expect(verdict).toEqual({ kind: 'pass' });
  });

  it('asks a stream anew that the recorded run had left', async () => {
    const stream = tool('tail', (input: unknown): AsyncIterable<string> => {
      ran.push(`tail ${JSON.stringify(input)}`);
      return (async function* () {
        yield* ['a', 'b', 'c'];
      })();
    });
    const read = async (most: number): Promise<string> => {
      let text = '';
      for await (const part of await stream({ id: 1 })) {
        text += part;
        if (text.length === most) break;
      }
      return text;
    };
    const traces = await trunkOf(() => read(2));
    const all = (): Promise<string> => read(9);
    expect((await replay(traces, all)).stop).toMatchObject({ divergence: { why: 'stream-cut' } });
    const forked = await forkOnDemand(traces, all, { live: ['tail'] });
    ran.length = 0;
    expect((await check({ traces: withFork(traces, forked), agent: all, claim: { returns: 'abc' } })).verdict).toEqual({ kind: 'pass' });
    expect(ran).toEqual([]);
  });
});

describe('an answer that the world took its time for', () => {
  const slow = model('slow', async (_: { prompt: string }): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return 'at last';
  });
  const racing =
    (ms: number): Agent =>
    () =>
      Promise.race([slow({ prompt: 'new' }), new Promise((resolve) => setTimeout(resolve, ms, 'too late'))]);

  it.each([
    ['loses against a shorter timer', 5, 'too late'],
    ['wins against a longer one', 60_000, 'at last'],
  ])('%s, in the fork and in its replay', async (_, ms, expected) => {
    const traces = traceFile(trace(modelStep('slow', { prompt: 'old' }, 'x')));
    const both = withFork(traces, await forkOnDemand(traces, racing(ms), { live: ['model:*'] }));
    expect(both.forks[0]?.outcome).toEqual({ kind: 'returned', value: expected });
    expect((await check({ traces: both, agent: racing(ms), claim: { returns: expected } })).verdict).toEqual({ kind: 'pass' });
  });
});

describe('what was borrowed when a fork was made', () => {
  const agent = async (): Promise<unknown> => {
    const paid = (await pay({ cents: 4999 })) as { id: string } | null;
    return { page: await search({ page: 2 }), id: paid?.id };
  };
  const traces = traceFile(trace(effectStep('pay', { cents: 49 }, { id: 'p1' }), step('search', { page: 1 }, ['x'])));
  const made = async (options: ForkOptions = {}): Promise<TraceFile> =>
    withFork(traces, await forkOnDemand(traces, agent, { live: ['search'], stable: ['search'], ...options }));

  it('stays borrowed: a verdict that hangs on it is inconclusive', async () => {
    const both = await made();
    expect(both.forks[0]?.steps[0]?.answered).toEqual({ how: 'next-unused', lent: { cents: 49 } });
    const asked = { traces: both, agent, stable: ['search'] };
    expect((await check({ ...asked, claim: { returns: { id: 'p1' } } })).verdict).toMatchObject({ reason: 'borrowed' });
    expect((await check({ ...asked, claim: { returns: { page: ['item 2'] } } })).verdict).toEqual({ kind: 'pass' });
    // Approved: the claim names the field in which the call differs from the one that lent its answer.
    const approved: Claim = { returns: { id: 'p1' }, calls: [{ tool: 'pay', with: { cents: 4999 } }] };
    expect((await check({ ...asked, claim: approved })).verdict).toEqual({ kind: 'pass' });
  });

  it('gives way to an answer that is declared later, as a declared one does', async () => {
    const claim: Claim = { returns: { id: 'mine', page: ['item 2'] } };
    const asked = { agent, stable: ['search'], claim, answers: { pay: { value: { id: 'mine' } } } };
    for (const traces of [await made(), await made({ answers: { pay: { value: { id: 'old' } } } })]) {
      expect(await check({ traces, ...asked })).toMatchObject({
        verdict: { kind: 'pass' },
        replay: { receipt: { recording: { place: 1 } } },
      });
    }
  });

  it('is no answer by whose type a declared one is measured', async () => {
    const none = traceFile(trace(step('search', { page: 1 }, ['x'])));
    const both = withFork(none, await forkOnDemand(none, agent, { live: ['search'], stable: ['search'] }));
    expect(both.forks[0]?.steps[0]).toMatchObject({ answered: { how: 'null' }, outcome: { value: null } });
    const declared = { answers: { pay: { value: { id: 'mine' } } }, stable: ['search'] };
    expect((await forkOnDemand(both, agent, declared)).kind).toBe('nothing-asked');
  });

  it('stays declared: the user has said so', async () => {
    const both = await made({ answers: { pay: { value: { id: 'mine' } } } });
    const { verdict, replay: followed } = await check({ traces: both, agent, stable: ['search'], claim: { returns: { id: 'mine' } } });
    expect(verdict).toEqual({ kind: 'pass' });
    expect(followed.receipt.entries[0]).toMatchObject({ how: 'declared' });
  });
});

test('what was recorded inside a body that did not run is not taken for never called', async () => {
  const lookup = tool('lookup', async (_: number) => balance({ of: 'ann' }));
  const traces = await trunkOf(async () => lookup(1));
  const agent = async (): Promise<unknown> => [await lookup(1), await search({ page: 9 })];
  const both = withFork(traces, await forkOnDemand(traces, agent, { live: ['search'] }));
  const { verdict } = await check({ traces: both, agent, claim: { calls: [{ tool: 'balance', times: 1 }] } });
  expect(verdict).toMatchObject({ kind: 'inconclusive', divergence: { why: 'hidden-calls' } });
  expect(both.forks[0]?.steps.map(({ call, parent }) => [call.name, parent])).toEqual([
    ['lookup', null],
    ['balance', 0],
    ['search', null],
  ]);
});

test('each recording has its own clock', async () => {
  const day = async (): Promise<unknown> => ({ day: new Date().toISOString().slice(0, 10), found: await search({ page: 1 }) });
  const early = trace(...[step('search', { page: 2 }, ['x'])]);
  const late = await record(day, null, { run: { startedAt: '2030-05-05T00:00:00.000Z' } });
  const undrawn: Trace = { ...late, draws: [] };
  const done = await check({ traces: traceFile(early, undrawn), agent: day, claim: { returns: { day: '2030-05-05' } } });
  expect(done.verdict).toEqual({ kind: 'pass' });
});

test('a recording that had another input is none of this case, however it came into the file', async () => {
  const trunk = trace(head({ input: 'a' }), modelStep('gpt', { prompt: 'other' }, 'bad'), returns('bad'));
  const derived = { kind: 'attached', of: trunk.run.id } as const;
  const foreign = trace(head({ id: 'foreign', input: 'b', derived }), modelStep('gpt', { prompt: 'b' }, 'good'), returns('good'));
  const traces = await readTrace(await writeTrace(traceFile(trunk, foreign), 'text'));
  const agent: Agent = (prompt) => ask({ prompt: String(prompt) });
  await expect(check({ traces, agent, claim: { returns: 'good' } })).rejects.toThrow('had another input than the first one');
});

describe('attaching a recorded run', () => {
  const traces = traceFile(trace(step('search', { page: 1 }, ['a']), returns('a')));
  const run = trace(head({ id: 'run-2' }), step('search', { page: 2 }, ['b']), returns('b'));

  it('adds it as a fork of the trunk', () => {
    expect(attachFork(traces, run, { returns: 'b' })).toMatchObject({
      kind: 'attached',
      fork: { run: { id: run.run.id, derived: { kind: 'attached', of: traces.trunk.run.id } } },
    });
  });

  it('refuses one that violates the claim', () => {
    expect(attachFork(traces, run, { returns: 'c' })).toMatchObject({ kind: 'violates', findings: [{ kind: 'returns' }] });
  });

  it('adds nothing twice', () => {
    expect(attachFork(traces, { ...traces.trunk, run: { ...traces.trunk.run, id: 'other' } }, null)).toEqual({ kind: 'same-as', place: 0 });
    expect(attachFork(traceFile(traces.trunk, run), run, null)).toEqual({ kind: 'same-as', place: 1 });
  });

  it('adds one that heard from the world what a fork has only borrowed', () => {
    const borrowed = trace(head({ id: 'run-3' }), step('search', { page: 2 }, ['b']), returns('b'));
    const steps = borrowed.steps.map((one) => ({ ...one, answered: { how: 'null' } as const }));
    expect(attachFork(traceFile(traces.trunk, { ...borrowed, steps }), run, null)).toMatchObject({ kind: 'attached' });
  });

  it.each<readonly [string, Trace, string]>([
    ['another input', { ...run, run: { ...run.run, input: 'other' } }, 'had another input'],
    ['no end', { ...run, outcome: { kind: 'interrupted' } }, 'was not recorded to its end'],
    ['a what-if', { ...run, run: { ...run.run, derived: { kind: 'what-if', of: 'x', step: 0 } } }, 'is a what-if'],
    [
      'another key',
      { ...run, run: { ...run.run, input: 'sk-STEPFORKa1b2c3', redaction: { keyId: 'other', rules: [] } } },
      'was redacted with another key',
    ],
  ])('refuses a run with %s', (_, foreign, message) => {
    expect(() => attachFork(traces, foreign, null)).toThrow(message);
  });
});

describe('a what-if', () => {
  const agent = async (): Promise<unknown> => {
    try {
      return await ask({ prompt: (await search({ page: 1 })).join() });
    } catch (error) {
      return `sorry: ${(error as Error).message}`;
    }
  };
  const error = encodeValue(new Error('timed out')) as Json;

  it('goes on from another answer, into a trace that no check tries', async () => {
    const traces = traceFile(trace(step('search', { page: 1 }, ['a']), modelStep('gpt', { prompt: 'a' }, 'fine'), returns('fine')));
    const done = await whatIf(traces, agent, { at: 0, answer: error });
    expect(done).toMatchObject({
      kind: 'forked',
      fork: { outcome: { value: 'sorry: timed out' }, run: { derived: { kind: 'what-if', of: traces.trunk.run.id, step: 0 } } },
    });
    if (done.kind !== 'forked') return;
    await expect(check({ traces: traceFile(done.fork), agent, claim: {} })).rejects.toThrow('the trace is a what-if');
    const other = await whatIf(traces, agent, { at: 0, answer: ['b'], live: ['model:gpt'] });
    expect(other).toMatchObject({ kind: 'forked', fork: { outcome: { value: 'answer to b' } }, bodiesRun: 1 });
  });

  it('searches the answer that was given by hand, which is none of the recording, for secrets', async () => {
    const answer = [`sk-proj-${'a1B2c3D4'.repeat(6)}`];
    const traces = traceFile(await record(async () => search({ page: 1 }), null));
    const counts = async (): Promise<number> => (await search({ page: 1 })).length;
    await expect(whatIf(traces, counts, { at: 0, answer })).rejects.toMatchObject({ code: 'STEPFORK_KEY_MISSING' });
  });

  it.each<readonly [string, number, Json, string]>([
    ['a step that is not there', 7, null, 'It has steps 0 to 0.'],
    ['an answer of another type', 0, 'text', 'Give an answer of that type'],
  ])('refuses %s', async (_, at, answer, hint) => {
    const traces = traceFile(trace(step('search', { page: 1 }, ['a'])));
    await expect(whatIf(traces, agent, { at, answer })).rejects.toMatchObject({ hint: expect.stringContaining(hint) });
  });
});

test('a verdict that the next replay does not repeat is none', async () => {
  let runs = 0;
  const agent = async (): Promise<unknown> => ++runs;
  const { verdict } = await check({ traces: traceFile(trace(returns(1))), agent, claim: { returns: 1 } });
  expect(verdict).toMatchObject({
    kind: 'inconclusive',
    reason: 'not-deterministic',
    first: 'pass',
    second: expect.stringMatching(/^fail/),
  });
});
