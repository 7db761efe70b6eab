import { model, record, tool } from '@stepfork/interceptor';
import { attachFork, type Claim, check, forkOnDemand } from '@stepfork/replay';
import { readTrace, type Trace, type TraceFile, writeTrace } from '@stepfork/trace';
import { describe, expect, it } from 'vitest';
import { type Minimization, type MinimizeOptions, minimize } from './minimize.ts';
import { runHere } from './run-here.ts';

interface Order {
  readonly id: string;
  readonly country: string;
  readonly cents: number;
  readonly late: boolean;
  readonly reason: string;
}

const orders: readonly Order[] = Array.from({ length: 10 }, (_, at) => ({
  id: `order-${2000 + at}`,
  country: at % 2 === 0 ? 'DE' : 'FR',
  cents: 1000 + 37 * at,
  late: at === 4,
  reason: `It came ${at} days late, and wet.`,
}));
const ask = model('gpt', async ({ history }: { system: string; history: readonly { role: string }[] }) => {
  const order = orders[history.filter(({ role }) => role === 'order').length];
  return order === undefined ? { text: 'done' } : { text: `Next is ${order.id}.`, id: order.id };
});
const lookUp = tool('look_up', async ({ id }: { id: string }) => orders.find((one) => one.id === id), { stable: true });
const shareOf = tool('share_of', async ({ country }: { country: string }) => ({ country, percent: country === 'DE' ? 50 : 20 }), {
  stable: true,
});
const refund = tool('refund', async (_: Partial<Order>) => ({ ok: true }), { effect: true });

/** Refunds what came late, one order after the other. Its bug: a country's share is not asked for. */
function agentWith(centsOf: (order: Order) => Promise<number> | number, system = 'Refund.') {
  return async (): Promise<unknown> => {
    const history: { role: string }[] = [];
    for (;;) {
      const answer = (await ask({ system, history: [...history] })) as { text: string; id?: string };
      if (answer.id === undefined) return { done: true };
      const order = (await lookUp({ id: answer.id })) as Order;
      if (order.late) await refund({ id: order.id, cents: await centsOf(order), reason: order.reason });
      history.push({ role: 'said', ...answer }, { role: 'order', ...order });
    }
  };
}
const byShare = async ({ cents, country }: Order): Promise<number> => {
  const { percent } = (await shareOf({ country })) as { percent: number };
  return (cents * percent) / 100;
};
const buggy = agentWith(({ cents }) => cents);
const fixed = agentWith(byShare);
const claim: Claim = { calls: [{ tool: 'refund', with: { id: 'order-2004', cents: 574 }, only: true }] };

async function forked(right = fixed): Promise<TraceFile> {
  const alone = { trunk: await record(buggy, null), forks: [], sealed: true, damage: null };
  const attached = attachFork(alone, await record(right, null), claim);
  if (attached.kind !== 'attached') throw new Error(attached.kind);
  return { ...alone, forks: [attached.fork] };
}

async function smaller(file: TraceFile, options: Partial<MinimizeOptions> = {}, right = fixed): Promise<Reduced> {
  const done = await minimize(file.trunk, {
    run: runHere({ buggy, fixed: right }),
    forks: file.forks,
    hasFixed: true,
    claim,
    root: import.meta.dirname,
    ...options,
  });
  if (done.kind === 'refused') throw new Error(JSON.stringify(done.refusal));
  return done;
}
type Reduced = Exclude<Minimization, { kind: 'refused' }>;
const fileOf = ({ trace, forks }: Reduced): TraceFile => ({ trunk: trace, forks, sealed: true, damage: null });
const namesOf = ({ steps }: Trace): readonly string[] => steps.map(({ call }) => call.name);
const verdictOf = async (traces: TraceFile, agent: () => Promise<unknown>) => (await check({ traces, agent, claim })).verdict.kind;

describe('minimize, of a trace with forks', () => {
  it.each([
    ['turns', fixed],
    ['classes', fixed],
    // Another prompt: no question to a model is that of the trunk.
    ['classes', agentWith(byShare, 'Refund by the share of the country.')],
  ] as const)('keeps the fork that the fixed code needs, as small as its trunk (%s)', async (unit, right) => {
    const file = await forked(right);
    expect(await verdictOf({ ...file, forks: [] }, right)).toBe('inconclusive');
    const done = await smaller(file, { unit }, right);
    expect([done.kind, done.proven, done.leftOut]).toEqual(['reduced', true, []]);
    expect(namesOf(done.trace)).toEqual(['gpt', 'look_up', 'refund', 'gpt']);
    expect(done.forks.map(namesOf)).toEqual([['gpt', 'look_up', 'share_of', 'refund', 'gpt']]);
    // As a file holds it.
    const small = await readTrace(await writeTrace(fileOf(done), 'packed'));
    expect(small.forks[0]?.run.derived).toEqual({ kind: 'attached', of: small.trunk.run.id });
    expect(small.forks[0]?.run.input).toEqual(small.trunk.run.input);
    expect(await verdictOf(small, buggy)).toBe('fail');
    expect(await verdictOf(small, right)).toBe('pass');
    expect(
      await verdictOf(
        small,
        agentWith(({ cents }) => cents / 4, 'Refund.'),
      ),
    ).toBe('fail');
    expect(
      await verdictOf(
        small,
        agentWith(async (order) => 2 * (await byShare(order)), 'Refund.'),
      ),
    ).not.toBe('pass');
  });

  it('keeps one that was made on demand, in which the outcome of an effect was borrowed', async () => {
    const alone = { ...(await forked()), forks: [] };
    const made = await forkOnDemand(alone, fixed, { live: ['model:*', 'share_of', 'look_up'] });
    if (made.kind !== 'forked') throw new Error(made.kind);
    const file = { ...alone, forks: [made.fork] };
    expect(await verdictOf(file, fixed)).toBe('pass');
    for (const unit of ['turns', 'classes'] as const) {
      const done = await smaller(file, { unit });
      expect([done.kind, done.proven, done.forks.map(namesOf)]).toEqual([
        'reduced',
        true,
        [['gpt', 'look_up', 'share_of', 'refund', 'gpt']],
      ]);
      const small = await readTrace(await writeTrace(fileOf(done), 'packed'));
      expect(small.forks[0]?.run.derived).toEqual({ kind: 'on-demand', of: small.trunk.run.id, from: small.trunk.run.id });
      // The claim approves, since it names all in which the two refunds differ: nothing more, however little is left of them.
      const [own, lent] = [small.forks[0], small.trunk].map((one) => one?.steps.find(({ call }) => call.name === 'refund'));
      expect(own?.answered).toEqual({ how: 'next-unused', lent: lent?.call.input });
      expect(await verdictOf(small, buggy)).toBe('fail');
      expect(await verdictOf(small, fixed)).toBe('pass');
    }
  });

  it('is minimal already when it is minimized again, fork and all', async () => {
    const done = await smaller(await forked());
    const again = await smaller(fileOf(done));
    expect([again.kind, again.proven]).toEqual(['already-minimal', true]);
    expect(await writeTrace(fileOf(again), 'text')).toEqual(await writeTrace(fileOf(done), 'text'));
  });

  it('says of each fork that is not kept why', async () => {
    const file = await forked();
    const other = { ...(await forked(agentWith(byShare, 'Be kind.'))).forks[0], run: { ...file.forks[0]?.run, id: 'other' } } as Trace;
    const both = { ...file, forks: [...file.forks, other] };
    expect((await smaller(both)).leftOut).toEqual([{ fork: 2, run: 'other', why: 'the fixed code followed fork 1' }]);
    expect((await smaller(both, { hasFixed: false, unit: 'turns' })).leftOut).toMatchObject([
      { fork: 1, why: expect.stringContaining('--fixed') },
      { fork: 2, run: 'other' },
    ]);
    const refundsNothing = async (): Promise<unknown> => null;
    const needsNone = await smaller(both, { claim: { calls: [{ never: 'refund' }] } }, refundsNothing);
    expect(needsNone.leftOut.map(({ why }) => why)).toEqual(['the fixed code did not need it', 'the fixed code did not need it']);
  });

  it('refuses where no recording answers the fixed code', async () => {
    const asksMore = agentWith(async ({ country }) => ((await shareOf({ country: `${country}!` })) as { percent: number }).percent);
    await expect(smaller(await forked(), {}, asksMore)).rejects.toThrow(/"cannot-execute","side":"fixed"/);
  });
});
