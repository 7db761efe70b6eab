import { record, tool } from '@stepfork/interceptor';
import type { Agent, Claim } from '@stepfork/replay';
import { step, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { claimedRun } from './claimed-run.ts';
import { runInProcess } from './run-in-process.ts';
import { type Score, score } from './score.ts';

const refund = tool('refund', async (_: object) => ({ ok: true }), { effect: true });
const look = tool('look', async (_: object) => 4999);
const buggy: Agent = async () => {
  const cents = (await look({ id: 'C-7' })) / 100;
  await refund({ customer: 'C-7', cents });
  return { cents, priority: 'high' };
};
const whole: Claim = {
  returns: { cents: 4999, priority: 'high' },
  calls: [{ tool: 'refund', with: { customer: 'C-7', cents: 4999 }, times: 1, only: true }],
};

async function scored(claim: Claim, agent = buggy): Promise<Score> {
  const trunk = await record(buggy, null, { redaction: false });
  const traces = { trunk, forks: [], sealed: true, damage: null };
  return score({ claim, trunk, hasBuggy: false }, runInProcess({ traces, claim }, { reference: agent }));
}

it('without corrected code the claim is asked what it would not notice, and nothing is said of the world', async () => {
  const { verdict, isClaimed, mutants, reference } = await scored(whole);
  expect([verdict, isClaimed]).toEqual(['claim-pinned', true]);
  // A report shows it.
  expect(reference?.trace.outcome).toEqual({ kind: 'returned', value: { cents: 4999, priority: 'high' } });
  expect(new Set(mutants.map(({ family }) => family))).toEqual(new Set(['claim-drawn', 'expectation', 'trajectory']));
  const { pins, ...weak } = await scored({ returns: { cents: 4999 } });
  expect([weak.verdict, weak.isClaimed]).toEqual(['weak', true]);
  expect(pins.filter(({ state }) => state === 'missed').map(({ text }) => text)).toEqual([
    'output /priority',
    'refund /customer (step 1)',
    'refund /cents (step 1)',
    'refund is called (step 1)',
  ]);
  // Each place is shown by a run.
  expect(weak.mutants.filter(({ outcome, replays }) => outcome.kind === 'survived' && replays === 1)).toHaveLength(4);
});

it('code that fails otherwise than its recording is no code that waits for its fix', async () => {
  const right: Agent = async () => {
    await look({ id: 'C-7' });
    await refund({ customer: 'C-7', cents: 4999 });
    return { cents: 4999, priority: 'high' };
  };
  const trunk = await record(right, null, { redaction: false });
  const test = { traces: { trunk, forks: [], sealed: true, damage: null }, claim: whole };
  const { verdict, isClaimed } = await score({ claim: whole, trunk, hasBuggy: false }, runInProcess(test, { reference: buggy }));
  expect([verdict, isClaimed]).toEqual(['red-baseline', false]);
});

const asked = { customer: 'C-7', cents: 49, note: 'n' };

it.each<readonly [string, Claim, unknown]>([
  [
    'a call is changed where it differs',
    { calls: [{ tool: 'refund', with: { cents: 4999 } }] },
    [{ customer: 'C-7', cents: 4999, note: 'n' }],
  ],
  ['one that was not made is added', { calls: [{ tool: 'notify', with: { to: 'a' }, times: 1 }] }, [asked, { to: 'a' }]],
  ['one too many is left out', { calls: [{ never: 'refund' }] }, []],
  ['no call of a tool is left that may not be', { calls: [{ tool: 'refund', times: 0, only: true }] }, []],
])('a run that is claimed: %s', (_, claim, inputs) => {
  const made = claimedRun(trace(step('refund', asked, { ok: true })), claim);
  expect(made?.steps.map(({ call }) => call.input)).toEqual(inputs);
});

it('what no change of the run can bring about is not made', () => {
  expect(claimedRun(trace(step('refund', asked, { ok: true })), { returns: { $: 'match', type: 'string' } })).toBeNull();
  expect(claimedRun(trace(step('refund', asked, { ok: true })), { calls: [{ order: ['notify', 'refund'] }] })).toBeNull();
});
