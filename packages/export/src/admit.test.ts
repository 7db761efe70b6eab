import { record, tool } from '@stepfork/interceptor';
import type { Agent, Claim } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { admit } from './admit.ts';

let bodiesRun = 0;
const counted = <O>(answer: O) => {
  bodiesRun += 1;
  return answer;
};
const lookup = tool('lookup_order', (_: { id: string }) => counted({ total_cents: 4999 }));
const refund = tool('issue_refund', (_: { amount_cents: number }) => counted({ status: 'issued' }), { effect: true });

const refunding =
  (amount: (cents: number) => number): Agent =>
  async ({ id }: { id: string }) => {
    const { total_cents } = await lookup({ id });
    const amount_cents = amount(total_cents);
    await refund({ amount_cents });
    return { refunded_cents: amount_cents };
  };
const buggy = refunding((cents) => Math.floor(cents / 100));
const fixed = refunding((cents) => cents);
const wrong = refunding((cents) => cents * 100);
const asking: Agent = async ({ id }) => {
  await lookup({ id: `${id}-other` }).catch(() => null);
  return fixed({ id });
};
const crashing: Agent = () => {
  throw new SyntaxError('Unexpected token');
};

const claim: Claim = {
  returns: { refunded_cents: 4999 },
  calls: [{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1, only: true }],
};

async function recorded(agent: Agent): Promise<TraceFile> {
  return { trunk: await record(agent, { id: '8841' }), forks: [], sealed: true, damage: null };
}

test.each([
  ['admitted', buggy, fixed, /fails on the buggy code because the claim is violated and passes on the fixed code/],
  ['red-only', buggy, undefined, /when there is a fix/],
  ['red-only', crashing, undefined, /because the claim is violated/],
  ['cannot-fail', fixed, undefined, /cannot fail: claim what went wrong/],
  ['cannot-fail', fixed, fixed, /cannot fail/],
  ['cannot-fail', fixed, buggy, /exchange the two/],
  ['cannot-pass', buggy, wrong, /The fixed code violates the claim \(.*499900.*\): correct the claim/],
  ['cannot-pass', asking, wrong, /The fixed code violates the claim/],
  ['unproven', asking, fixed, /the buggy code is inconclusive, as its step 0 asks tool lookup_order what the recording cannot answer/],
  ['unproven', asking, undefined, /the buggy code is inconclusive/],
  ['unproven', buggy, asking, /the fixed code is inconclusive/],
] as const)('%s, with one sentence on what to do', async (kind, buggySide, fixedSide, advice) => {
  const traces = await recorded(buggy);
  bodiesRun = 0;
  const admission = await admit({ traces, claim }, { buggy: buggySide, ...(fixedSide === undefined ? {} : { fixed: fixedSide }) });
  expect(admission.kind).toBe(kind);
  expect(admission.advice).toMatch(advice);
  expect(admission.advice).toMatch(/^[A-Z].*[^.]\.$/);
  expect(admission.trunk).toBe('violates-claim');
  expect(admission.fixed === null).toBe(fixedSide === undefined);
  expect(bodiesRun).toBe(0);
});

test('a recorded run of the fixed code serves as well, and is told by judging it', async () => {
  const admission = await admit({ traces: await recorded(fixed), claim }, { buggy, fixed });
  expect(admission).toMatchObject({ kind: 'admitted', trunk: 'satisfies-claim' });
});

test('that the buggy code diverges on a run of the fixed code proves nothing', async () => {
  const divergingBug: Agent = async ({ id }) => {
    const { total_cents } = await lookup({ id: `${id}-typo` });
    await refund({ amount_cents: total_cents });
    return { refunded_cents: total_cents };
  };
  const admission = await admit({ traces: await recorded(fixed), claim }, { buggy: divergingBug, fixed });
  expect(admission).toMatchObject({ kind: 'unproven', trunk: 'satisfies-claim' });
});

test('a frozen tool that would have been asked something new makes the fixed side inconclusive, and the advice names it', async () => {
  const charge = tool('charge', (_: { cents: number }) => counted({ ok: true }));
  const charging =
    (cents: number): Agent =>
    async () => {
      await charge({ cents });
      return { cents };
    };
  const traces = { trunk: await record(charging(49), null), forks: [], sealed: true, damage: null };
  const admission = await admit({ traces, claim: { returns: { cents: 4999 } } }, { buggy: charging(49), fixed: charging(4999) });
  expect(admission.kind).toBe('unproven');
  expect(admission.advice).toContain('sink charge if it is a side effect');
});

test('a test case that is asked wrongly throws before any side runs', async () => {
  let runs = 0;
  const counting: Agent = () => {
    runs += 1;
  };
  const traces = await recorded(buggy);
  await expect(
    admit({ traces, claim, policies: { tools: { isue_refund: 'sink' } } }, { buggy: counting, fixed: counting }),
  ).rejects.toThrow(/isue_refund/);
  expect(runs).toBe(0);
});
