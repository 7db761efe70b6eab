import assert from 'node:assert/strict';
import { model, record, tool } from '@stepfork/interceptor';
import { verify } from '@stepfork/replay';
import { traceFile, triageTests, triageVersions } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { scoreTestBody } from './score-test-body.ts';

const tests = await triageTests();
const weak = { ...tests['T4 claim on the output, sink'], agent: triageVersions.fixed } as Parameters<typeof verify>[0];
const missed = (score: Awaited<ReturnType<typeof scoreTestBody>>): readonly string[] =>
  (score?.pins ?? []).filter(({ state }) => state === 'missed').map(({ text }) => text);

it('what a test expects behind its claim is scored with it', async () => {
  const alone = await scoreTestBody({ run: () => verify(weak), fixed: null, buggy: triageVersions.buggy });
  expect([alone?.verdict, missed(alone)]).toEqual([
    'weak',
    ['issue_refund /amount_cents (step 2)', 'issue_refund /customer (step 2)', 'issue_refund is called (step 2)'],
  ]);
  const run = async (): Promise<void> => {
    const { trace } = await verify(weak);
    const refunds = trace.steps.filter(({ call }) => call.name === 'issue_refund');
    assert.deepEqual(
      refunds.map(({ call }) => call.input),
      [{ amount_cents: 4999, customer: 'C-7' }],
    );
  };
  const further = await scoreTestBody({ run, fixed: null, buggy: triageVersions.buggy });
  expect([further?.verdict, missed(further)]).toEqual(['claim-pinned', []]);
});

it('what a test claims of a call is noticed, also where its answer was lent by another call and is told to a model', async () => {
  const ask = model('teller', async (_told: unknown) => ({ cents: 4999 }));
  const refund = tool('told_refund', async (_refund: { cents: number }) => ({ ok: true }), { effect: true });
  const agentWith = (factor: number) => async (): Promise<string> => {
    const { cents } = await ask('how much?');
    await ask(await refund({ cents: cents * factor }));
    return 'done';
  };
  const traces = traceFile(await record(agentWith(100), null));
  const claim = { calls: [{ tool: 'told_refund', with: { cents: 4999 } }] };
  const score = await scoreTestBody({ run: () => verify({ traces, agent: agentWith(1), claim }), fixed: null, buggy: null });
  expect(score?.pins.find(({ text }) => text.startsWith('told_refund /cents'))).toMatchObject({ state: 'noticed' });
  expect(score?.mutants.filter(({ outcome }) => outcome.kind === 'not-executable' && outcome.reason === 'borrowed')).toEqual([]);
});

it('a test without a claim is scored by what it expects, of its recording too', async () => {
  const { buggy, fixed } = triageVersions;
  const run = async (): Promise<void> => {
    const { trace } = await verify({ ...weak, claim: {} });
    const { outcome, steps } = trace;
    assert.equal((outcome as unknown as { value: { refunded_cents: number } }).value.refunded_cents, 4999);
    assert.equal(steps.length, 3);
  };
  const score = await scoreTestBody({ run, fixed, buggy });
  expect([score?.verdict, score?.assertionsOnly, score?.controls.trunk]).toEqual(['weak', true, 'violates-claim']);
  expect(score?.pins.find(({ text }) => text === 'output /refunded_cents')?.state).toBe('noticed');
  // It sees the bug in the recording, so it notices something, whatever else it misses.
  const seesOnly = async (): Promise<void> => {
    const { trace } = await verify({ ...weak, claim: {} });
    assert.doesNotMatch(JSON.stringify(trace.outcome), /"refunded_cents":49,/);
  };
  expect((await scoreTestBody({ run: seesOnly, fixed: null, buggy: null }))?.verdict).toBe('weak');
  expect((await scoreTestBody({ run: () => verify({ ...weak, claim: {} }), fixed: null, buggy: null }))?.verdict).toBe('vacuous');
});

it('where a copy of the recording times out there is no conclusion', async () => {
  const { later, hang } = handClock();
  let runs = 0;
  const run = async (): Promise<unknown> => verify(weak).then(() => (runs++ === 1 ? hang() : null));
  const score = await scoreTestBody({ run, fixed: null, buggy: null }, { later });
  expect([score?.verdict, score?.controls.copy, score?.mutants]).toEqual(['not-conclusive', { kind: 'timed-out' }, []]);
});

it('a recording on which a test never ends is not known to be right, and makes no test vacuous', async () => {
  const { later, hang } = handClock();
  const run = async (): Promise<unknown> => {
    const { trace } = await verify({ ...weak, claim: {} });
    return JSON.stringify(trace.outcome).includes('"refunded_cents":49,') ? hang() : null;
  };
  const score = await scoreTestBody({ run, fixed: null, buggy: null }, { later });
  expect([score?.verdict, score?.controls.trunk]).toEqual(['not-conclusive', 'unknown']);
});

it('a test that expects the whole trace behind its claim is run-pinned', async () => {
  let first: unknown = null;
  const run = async (): Promise<void> => {
    const { trace } = await verify(weak);
    first ??= trace.outcome;
    assert.deepEqual(trace.outcome, first);
  };
  const score = await scoreTestBody({ run, fixed: null, buggy: null });
  expect(score?.pinnedTo).toEqual(['the whole output']);
});

it('a test that calls no verify has no score, and one that fails behind a claim that holds is a red baseline', async () => {
  expect(await scoreTestBody({ run: async () => {}, fixed: null, buggy: null })).toBeNull();
  const run = async (): Promise<void> => {
    await verify(weak);
    assert.fail('never');
  };
  expect((await scoreTestBody({ run, fixed: null, buggy: null }))?.verdict).toBe('red-baseline');
});

it('a test that catches what verify throws notices nothing, and misses the bug', async () => {
  const run = (): Promise<unknown> => verify(weak).catch(() => {});
  const alone = await scoreTestBody({ run, fixed: null, buggy: null });
  expect(alone?.pins.filter(({ state }) => state === 'noticed')).toEqual([]);
  expect(alone?.mutants.filter(({ outcome }) => outcome.kind === 'killed')).toEqual([]);
  expect((await scoreTestBody({ run, fixed: null, buggy: triageVersions.buggy }))?.verdict).toBe('misses-the-bug');
});

it('a test that does not await verify is told so', async () => {
  const run = async (): Promise<void> => void verify(weak).catch(() => {});
  const score = await scoreTestBody({ run, fixed: null, buggy: null });
  expect(score?.controls.reference).toMatchObject({ kind: 'failed-beyond', message: expect.stringContaining('must be awaited') });
});

it('a test that waits for ever behind verify has timed out, which is no kill', async () => {
  const { later, hang } = handClock();
  const always = async (): Promise<unknown> => verify(weak).then(hang);
  const all = await scoreTestBody({ run: always, fixed: null, buggy: triageVersions.buggy }, { later });
  expect([all?.verdict, all?.controls.reference.kind]).toEqual(['not-conclusive', 'timed-out']);
  // Only where the refund is another one.
  const sometimes = async (): Promise<unknown> => {
    const { trace } = await verify(weak);
    const refund = trace.steps.find(({ call }) => call.name === 'issue_refund')?.call.input as { amount_cents: number } | undefined;
    return refund?.amount_cents === 4999 ? null : hang();
  };
  const some = await scoreTestBody({ run: sometimes, fixed: null, buggy: triageVersions.buggy }, { later });
  const amounts = some?.mutants.filter(({ id }) => id.startsWith('call-argument 2 /amount_cents')).map(({ outcome }) => outcome.kind);
  expect(new Set(amounts)).toEqual(new Set(['timed-out']));
});

it('a test that waits for ever before verify cannot be scored', async () => {
  const { later, hang: run } = handClock();
  await expect(scoreTestBody({ run, fixed: null, buggy: null }, { later })).rejects.toThrow('does not call verify');
});

it('a run that is known to keep control for ever is not run again', async () => {
  const began: number[] = [];
  const options = { hung: new Set([0]), onRun: (run: number): void => void began.push(run) };
  const body = { run: () => verify(weak), fixed: null, buggy: triageVersions.buggy };
  expect((await scoreTestBody(body, options))?.controls.reference).toEqual({ kind: 'timed-out' });
  const second = await scoreTestBody(body, { ...options, hung: new Set([4]) });
  expect(began).not.toContain(4);
  expect(second?.mutants.filter(({ outcome }) => outcome.kind === 'timed-out')).toHaveLength(1);
});

/** A clock whose time is up when `hang` is called, which then never resolves. */
function handClock(): { readonly later: (ms: number, body: () => void) => () => void; readonly hang: () => Promise<never> } {
  let due = (): void => {};
  return {
    later: (_, body) => {
      due = body;
      return () => {
        due = () => {};
      };
    },
    hang: () => {
      setImmediate(() => due());
      return new Promise(() => {});
    },
  };
}
