import { model, realNow, record, tool } from '@stepfork/interceptor';
import { effectStep, failedStep, modelStep, step, toyAgents, trace, traceFile } from '@stepfork/testkit';
import type { TraceFile } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import { check } from './check.ts';
import type { Claim } from './claim/claim.ts';
import type { Verdict } from './judging/verdict.ts';
import type { Agent, TestCase } from './test-case.ts';

const unreachable = async (): Promise<never> => {
  throw new Error('a body ran');
};
const pay = tool('pay', unreachable as (input: unknown) => Promise<unknown>, { effect: true });
const mail = tool('mail', unreachable as (input: unknown) => Promise<unknown>, { effect: true });
const lookup = tool('lookup', unreachable as (input: unknown) => Promise<unknown>);
const ask = model('gpt', unreachable as (input: unknown) => Promise<unknown>);

async function verdict(traces: TraceFile, agent: Agent, claim: Claim, more: Partial<TestCase> = {}): Promise<Verdict> {
  return (await check({ traces, agent, claim, ...more })).verdict;
}

/** One word for a verdict. */
function word(of: Verdict): string {
  return of.kind === 'inconclusive' ? of.reason : of.kind;
}

describe('the toy agents, recorded on their bug', () => {
  const { triage, crash } = toyAgents;
  // The answer of an effect that was never recorded is borrowed from its example; what hangs on it stands only if the claim names the whole call.
  const claims: Readonly<Record<'triage' | 'crash', Claim>> = {
    triage: triage.claim,
    crash: {
      returns: { severity: 'critical' },
      calls: [{ tool: 'escalate', with: { service: 'billing', severity: 'critical' }, times: 1 }],
    },
  };
  it.each([
    ['triage', 'buggy', triage.buggy, 'fail'],
    ['triage', 'fixed', triage.fixed.plain, 'pass'],
    ['triage', 'fixed with another argument', triage.fixed.withMemo, 'pass'],
    ['triage', 'wrong', triage.wrong, 'fail'],
    ['triage', 'diverging', triage.diverging, 'diverged'],
    ['crash', 'buggy', crash.buggy, 'fail'],
    ['crash', 'fixed', crash.fixed.plain, 'pass'],
    ['crash', 'wrong', crash.wrong, 'fail'],
    ['crash', 'diverging', crash.diverging, 'diverged'],
  ] as const)('%s, %s code', async (name, _, agent, expected) => {
    const { input, buggy, bodies } = toyAgents[name];
    const trunk = await record(buggy as Agent, input);
    bodies.length = 0;
    expect(word(await verdict(traceFile(trunk), agent, claims[name]))).toBe(expected);
    expect(bodies).toEqual([]);
  });
});

describe('early fail', () => {
  const file = traceFile(trace(effectStep('pay', 1, 'ok'), step('lookup', 1, 'x')));

  test('what was lost before the divergence is a fail', async () => {
    const agent = async (): Promise<unknown> => [await mail('spam'), await lookup('unseen')];
    expect(await verdict(file, agent, { calls: [{ never: 'mail' }] })).toMatchObject({ kind: 'fail', findings: [{ kind: 'never' }] });
  });

  test('the unseen call itself counts', async () => {
    expect(word(await verdict(file, () => lookup('unseen'), { calls: [{ never: 'lookup' }] }))).toBe('fail');
  });

  test('what comes after the divergence is the work of our refusal', async () => {
    const agent = async (): Promise<unknown> => {
      await lookup('unseen').catch(() => null);
      return mail('sorry');
    };
    expect(word(await verdict(file, agent, { calls: [{ never: 'mail' }] }))).toBe('diverged');
  });

  test('it holds for a timeout and a budget too', async () => {
    const hangs = async (): Promise<unknown> => (await mail('spam')) ?? new Promise(() => {});
    expect(word(await verdict(file, hangs, { calls: [{ never: 'mail' }] }, { timeoutMs: 30 }))).toBe('fail');
    expect(word(await verdict(file, hangs, { calls: [{ tool: 'mail' }] }, { timeoutMs: 30 }))).toBe('timed-out');
    const loops = async (): Promise<unknown> => {
      for (;;) await mail('spam');
    };
    expect(word(await verdict(file, loops, { calls: [{ tool: 'mail', times: 1 }] }, { maxCalls: 20 }))).toBe('fail');
    expect(word(await verdict(file, loops, { calls: [{ tool: 'mail' }] }, { maxCalls: 20 }))).toBe('over-budget');
  });
});

test.each([
  ['swallows it', async () => (await lookup('unseen').catch(() => null)) ?? 'fine', { returns: 'fine' }],
  ['rethrows it', () => lookup('unseen'), { returns: 'fine' }],
  [
    'wraps it in its own error',
    () => lookup('unseen').catch((cause: unknown) => Promise.reject(new Error('lookup failed', { cause }))),
    { throws: true },
  ],
] as const)('a refusal is never the failure of an agent that %s', async (_, agent, claim) => {
  expect(word(await verdict(traceFile(trace()), agent, claim))).toBe('diverged');
});

test('an error of ours that is no refusal is thrown, not judged', async () => {
  const broken = traceFile(trace(step('lookup', 1, 1)));
  const [first] = broken.trunk.steps;
  const trunk = {
    ...broken.trunk,
    steps: first === undefined ? [] : [{ ...first, outcome: { kind: 'returned', value: { $: 'unheard-of' } } as const }],
  };
  await expect(check({ traces: { ...broken, trunk }, agent: () => lookup(1), claim: {} })).rejects.toMatchObject({ name: 'ValueError' });
});

describe('a borrowed answer', () => {
  const paid = traceFile(trace(effectStep('pay', { to: 'a', cents: 49 }, { id: 'tx_1', ok: true })));
  const payWith =
    (input: object, then: (answer: never) => unknown = () => 'done'): Agent =>
    async () =>
      then((await pay(input)) as never);
  const claimed: Claim = { returns: 'done', calls: [{ tool: 'pay', with: { to: 'a', cents: 4999 } }] };
  const look = ({ ok }: { ok: boolean }): unknown => (ok ? 'done' : 'failed');

  test('on which nothing hangs changes nothing', async () => {
    expect(word(await verdict(paid, payWith({ to: 'a', cents: 4999, memo: 'x' }), claimed))).toBe('pass');
    expect(
      word(
        await verdict(
          paid,
          payWith({ to: 'b', cents: 50 }, () => 'failed'),
          { returns: 'done' },
        ),
      ),
    ).toBe('fail');
  });

  test('on which nothing hangs changes nothing on a slow machine either', async () => {
    const slow: Agent = async () => {
      await pay({ to: 'a', cents: 4999 });
      for (const until = realNow() + 1050; realNow() < until; );
      return 'done';
    };
    expect(word(await verdict(paid, slow, { returns: 'done' }))).toBe('pass');
  });

  test('carries a pass if the claim names all in which the call differs', async () => {
    expect(word(await verdict(paid, payWith({ to: 'a', cents: 4999 }, look), claimed))).toBe('pass');
    expect(word(await verdict(paid, payWith({ to: 'a', cents: 4999, memo: 'x' }, look), claimed))).toBe('borrowed');
  });

  test('does not carry a fail that the claim has not disapproved', async () => {
    const fails = ({ ok }: { ok: boolean }): unknown => (ok ? 'failed' : 'done');
    expect(await verdict(paid, payWith({ to: 'a', cents: 4999 }, fails), claimed)).toMatchObject({
      reason: 'borrowed',
      would: 'fail',
      hanging: [{ step: 0, tool: 'pay' }],
    });
  });

  test('of a call that the claim does not know carries a fail', async () => {
    const fails = ({ ok }: { ok: boolean }): unknown => (ok ? 'failed' : 'done');
    const claim: Claim = { returns: 'done', calls: [{ tool: 'pay', with: { cents: 4999 }, times: { atLeast: 0 } }] };
    expect(word(await verdict(paid, payWith({ to: 'a', cents: 50 }, fails), claim))).toBe('fail');
    expect(word(await verdict(paid, payWith({ to: 'a', cents: 50 }, look), claim))).toBe('borrowed');
  });

  test('a claim lost before the first one is a fail in any case', async () => {
    const agent = async (): Promise<unknown> => look((await pay({ to: 'a', cents: 50 })) as never);
    expect(word(await verdict(paid, agent, { returns: 'done', calls: [{ never: 'pay' }] }))).toBe('fail');
  });

  test('that is an error counts like any other', async () => {
    const refused = traceFile(trace(failedStep('pay', { cents: 49 }, new Error('declined'))));
    const agent: Agent = async () =>
      pay({ cents: 4999 }).then(
        () => 'done',
        () => 'declined',
      );
    expect(word(await verdict(refused, agent, { returns: 'declined' }))).toBe('borrowed');
    expect(word(await verdict(refused, agent, { returns: 'declined', calls: [{ tool: 'pay', with: { cents: 4999 } }] }))).toBe('pass');
  });

  test('that leads to an unseen question is hung on', async () => {
    const file = traceFile(trace(effectStep('pay', 1, 'tx_1'), modelStep('gpt', 'paid tx_1', 'done')));
    const agent: Agent = async () => ask(`paid ${await pay(2)}`);
    expect(await verdict(file, agent, { returns: 'done' })).toMatchObject({
      reason: 'borrowed',
      would: 'pass',
      hanging: [{ step: 0, appearsIn: ['step 1'] }],
    });
  });

  test('is told apart from others on which nothing hangs', async () => {
    const file = traceFile(trace(effectStep('pay', 1, { ok: true }), effectStep('mail', 1, { sent: 'msg_77' })));
    const agent: Agent = async () => {
      await mail(2);
      const { ok } = (await pay(2)) as { ok: boolean };
      return ok === true ? 'done' : 'failed';
    };
    expect(await verdict(file, agent, { returns: 'done' })).toMatchObject({ hanging: [{ step: 1, tool: 'pay', appearsIn: [] }] });
  });

  test('hangs together with others where none does alone', async () => {
    const file = traceFile(trace(effectStep('pay', 1, { ok: true }), effectStep('mail', 1, { ok: true })));
    const agent: Agent = async () => {
      const answers = [(await pay(2)) as { ok?: boolean } | null, (await mail(2)) as { ok?: boolean } | null];
      return answers.some((answer) => answer?.ok === true) ? 'done' : 'failed';
    };
    expect(await verdict(file, agent, { returns: 'done' })).toMatchObject({ hanging: [{ tool: 'pay' }, { tool: 'mail' }] });
  });

  test('the same call once more is approved by any `with` that matches it', async () => {
    const twice: Agent = async () => look((await pay({ to: 'a', cents: 49 }).then(() => pay({ to: 'a', cents: 49 }))) as never);
    expect(word(await verdict(paid, twice, { returns: 'done', calls: [{ tool: 'pay', with: { to: 'a' } }] }))).toBe('pass');
    expect(word(await verdict(paid, twice, { returns: 'done' }))).toBe('borrowed');
  });

  test('an answer that was declared is the word of the user', async () => {
    const answers = { pay: { value: { ok: true } } };
    expect(word(await verdict(paid, payWith({ to: 'z', cents: 1 }, look), { returns: 'done' }, { answers }))).toBe('pass');
  });

  test('an agent that keeps the answer from run to run proves nothing', async () => {
    let kept: { ok: boolean } | null = null;
    const agent: Agent = async () => {
      kept ??= (await pay({ cents: 1 })) as { ok: boolean };
      return kept.ok ? 'done' : 'failed';
    };
    expect(word(await verdict(paid, agent, { returns: 'done' }))).toBe('borrowed');
  });

  test('a flag that says the opposite is thought of', async () => {
    const file = traceFile(trace(effectStep('pay', 1, { error: null, id: 'tx_1' })));
    const agent: Agent = async () => (((await pay(2)) as { error?: unknown } | null)?.error ? 'failed' : 'done');
    expect(word(await verdict(file, agent, { returns: 'done' }))).toBe('borrowed');
  });
});

test('a read after an effect that was not made in the recording is never answered with what was true before it', async () => {
  const file = traceFile(trace(step('lookup', 1, { left: 5 }), effectStep('pay', 1, 'ok')));
  const agent: Agent = async () => {
    await pay(2);
    return lookup(1);
  };
  expect(await verdict(file, agent, { returns: { left: 5 } })).toMatchObject({
    reason: 'diverged',
    divergence: { why: 'other-effects-before' },
  });
  expect(word(await verdict(file, agent, { returns: { left: 5 } }, { stable: ['lookup'] }))).toBe('pass');
});

describe('an agent that looks at a borrowed answer only in part', () => {
  const recorded = (answer: unknown) => traceFile(trace(effectStep('pay', { amount: 49, to: 'ann' }, answer)));
  const claim: Claim = { throws: false, calls: [{ tool: 'pay', times: 1 }, { never: 'mail' }] };

  test('it compares what was answered with what it asked: correct code is not red', async () => {
    const agent = async (): Promise<unknown> => {
      const paid = (await pay({ amount: 4999, to: 'ann' })) as { amount: number } | null;
      if (paid?.amount !== 4999) throw new Error('another amount was paid');
      return 'paid';
    };
    expect(word(await verdict(recorded({ id: 'p1', amount: 49 }), agent, claim))).toBe('borrowed');
  });

  test.each([
    ['falls below a limit', (paid: { left: number } | null) => (paid?.left ?? 0) < 0],
    ['rises above a limit', (paid: { left: number } | null) => (paid?.left ?? 0) > 10_000],
  ])('it warns where a number %s: code that might be wrong is not green', async (_, warns) => {
    const agent = async (): Promise<unknown> => {
      if (warns((await pay({ amount: 4999, to: 'ann' })) as { left: number })) await mail('a warning');
      return 'paid';
    };
    expect(word(await verdict(recorded({ left: 951 }), agent, claim))).toBe('borrowed');
  });

  test('it looks at how a text ends, or whether a list is empty', async () => {
    const text = async (): Promise<unknown> => {
      const status = ((await pay({ amount: 4999, to: 'ann' })) as { status: string } | null)?.status ?? 'paid';
      if (!status.endsWith('paid')) await mail('a warning');
      return 'paid';
    };
    expect(word(await verdict(recorded({ status: 'paid' }), text, claim))).toBe('borrowed');
    const list = async (): Promise<unknown> => {
      const receipts = ((await pay({ amount: 4999, to: 'ann' })) as { receipts: string[] } | null)?.receipts ?? ['one'];
      if (receipts.length === 0) await mail('a warning');
      return 'paid';
    };
    expect(word(await verdict(recorded({ receipts: ['r1'] }), list, claim))).toBe('borrowed');
  });

  test('it does not look at all', async () => {
    const agent = async (): Promise<unknown> => (await pay({ amount: 4999, to: 'ann' })) !== undefined;
    expect(word(await verdict(recorded({ left: 951, amount: 49 }), agent, claim))).toBe('pass');
  });
});

test('what the agent does to a declared answer no other call sees, and no other replay', async () => {
  const agent = async (): Promise<unknown> => {
    const first = (await pay(2)) as { items: number[] };
    first.items.push(2);
    return ((await pay(3)) as { items: number[] }).items.length;
  };
  const answers = { pay: { value: { items: [1] } } };
  for (const _ of ['once', 'again']) {
    expect(word(await verdict(traceFile(trace(effectStep('pay', 1, { items: [1] }))), agent, { returns: 1 }, { answers }))).toBe('pass');
  }
});

test('an error of the agent that only has a code like ours is its own failure', async () => {
  const agent = (): never => {
    throw Object.assign(new Error('mine'), { code: 'STEPFORK_MINE' });
  };
  expect(await verdict(traceFile(trace()), agent, {})).toMatchObject({ kind: 'fail', findings: [{ kind: 'throws' }] });
});

test('an error of ours that no refusal explains is thrown, not judged', async () => {
  const agent = (): unknown => tool('', async () => 1);
  await expect(verdict(traceFile(trace()), agent, {})).rejects.toThrow(expect.objectContaining({ name: 'ReplayFault' }));
});

test('many replays at once leave one listener, and none at the end', async () => {
  const before = process.listenerCount('unhandledRejection');
  let most = 0;
  const agent = async (): Promise<void> => {
    await new Promise((done) => setImmediate(done));
    most = Math.max(most, process.listenerCount('unhandledRejection'));
  };
  await Promise.all(Array.from({ length: 20 }, () => verdict(traceFile(trace()), agent, {})));
  expect([most, process.listenerCount('unhandledRejection')]).toEqual([before + 1, before]);
});

test('a recording that heard a cursor once does not answer it again where another one heard it go on', async () => {
  const scroll = (...pages: readonly string[]) => pages.map((page) => step('lookup', 'cursor', page));
  const traces = traceFile(trace(...scroll('b')), trace(...scroll('b', 'c', '')));
  const everyPage = async (): Promise<string> => {
    let text = '';
    for (let asked = 0; asked < 5; asked += 1) {
      const page = await lookup('cursor');
      if (page === '') break;
      text += page;
    }
    return text;
  };
  const twice = async (): Promise<string> => `${await lookup('cursor')}${await lookup('cursor')}`;
  expect(await verdict(traces, everyPage, { returns: 'bc' })).toEqual({ kind: 'pass' });
  expect(word(await verdict(traces, twice, { returns: 'bb' }))).toBe('fail');
});
