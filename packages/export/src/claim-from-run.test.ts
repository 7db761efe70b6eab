import { record, tool } from '@stepfork/interceptor';
import { judge, parseClaim } from '@stepfork/replay';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimFromRun } from './claim-from-run.ts';

const send = tool('send_email', (_: unknown) => ({ id: 'm_1' }), { effect: true });
const charge = tool('charge', (_: unknown) => ({ id: 'ch_1' }));
const lookup = tool('lookup', (_: unknown) => ({ name: 'Mira' }));
const charged = { tools: { charge: 'sink' } } as const;

test('the output, and arguments and number of every effect call with no other call of these tools, are claimed', async () => {
  const trace = await record(async () => {
    await lookup({ id: 1 });
    await send({ to: 'a', body: 'x' });
    await charge({ cents: 5 });
    await send({ to: 'b' });
    await send({ body: 'x', to: 'a' });
    return { done: true };
  }, null);
  expect(claimFromRun(trace, { policies: charged })).toEqual({
    claim: {
      returns: { done: true },
      calls: [
        { tool: 'send_email', with: { to: 'a', body: 'x' }, times: 2, only: true },
        { tool: 'charge', with: { cents: 5 }, times: 1, only: true },
        { tool: 'send_email', with: { to: 'b' }, times: 1, only: true },
      ],
    },
    leftOut: [],
  });
});

test('the run satisfies the claim that is drawn from it, whatever its effects were', async () => {
  const argument = fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(1), { maxKeys: 2 }),
    fc.nat(1),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), argument), { maxLength: 8 }), argument, async (calls, output) => {
      const trace = await record(async () => {
        for (const [isMail, input] of calls) await (isMail ? send(input) : charge(input));
        return output;
      }, null);
      const { claim } = claimFromRun(trace, { policies: charged });
      expect(judge(trace, parseClaim(claim, 'drawn'))).toEqual([]);
    }),
  );
});

test('an effect that is known from another run and that the right run does not call is claimed never', async () => {
  const trace = await record(() => 'kept back', null);
  expect(claimFromRun(trace, { effects: ['send_email', 'send_email'] }).claim).toEqual({
    returns: 'kept back',
    calls: [{ never: 'send_email' }],
  });
});

test('reads and models are not claimed: a right run may ask otherwise', async () => {
  const trace = await record(async () => await lookup({ id: 1 }), null);
  expect(claimFromRun(trace).claim).toEqual({ returns: { name: 'Mira' } });
});

test('a rule for all tools makes every tool an effect but those that it leaves out', async () => {
  const trace = await record(async () => {
    await lookup({ id: 1 });
    await charge({ cents: 5 });
  }, null);
  const { claim } = claimFromRun(trace, { policies: { tools: { '*': 'sink', lookup: 'frozen' } } });
  expect(claim.calls).toEqual([{ tool: 'charge', with: { cents: 5 }, times: 1, only: true }]);
});

test('an error that a person calls right is claimed by name and code', async () => {
  const trace = await record(() => {
    throw Object.assign(new TypeError('order 8841 of 09:12 is closed'), { code: 'CLOSED' });
  }, null);
  expect(claimFromRun(trace).claim).toEqual({ throws: { name: 'TypeError', code: 'CLOSED' } });
});

test('anything else that was thrown is claimed as thrown', async () => {
  const trace = await record(() => {
    throw 'no';
  }, null);
  expect(claimFromRun(trace).claim).toEqual({ throws: true });
});

test('what could not be recorded is left out and named; a list that holds such a part is left out whole', async () => {
  const trace = await record(() => ({ ok: true, 'a/b': { run: () => 1 }, list: [1, Symbol('x')] }), null);
  expect(claimFromRun(trace)).toEqual({
    claim: { returns: { ok: true, 'a/b': {} } },
    leftOut: [
      { where: 'output', path: '/a~1b/run', type: expect.any(String) },
      { where: 'output', path: '/list/1', type: expect.any(String) },
    ],
  });
});

test('of an instance of a class its fields are claimed', async () => {
  class Refund {
    readonly cents = 4999;
    readonly #secret = 1;
    get secret() {
      return this.#secret;
    }
  }
  const trace = await record(() => [new Refund()], null);
  const { claim } = claimFromRun(trace);
  expect(claim).toEqual({ returns: [{ cents: 4999 }] });
  expect(judge(trace, claim)).toEqual([]);
});

test('nothing can be claimed from a run that was interrupted', async () => {
  const trace = await record(() => new Promise(() => {}), null, { signal: AbortSignal.abort() });
  expect(() => claimFromRun(trace)).toThrow(expect.objectContaining({ code: 'STEPFORK_RUN_NOT_FINISHED' }));
});

test('an effect inside a body that no replay runs is claimed only where the body runs', async () => {
  const notify = tool('notify', (to: string) => send({ to }));
  const trace = await record(() => notify('a'), null);
  expect(claimFromRun(trace, { effects: ['send_email'] }).claim.calls).toBeUndefined();
  expect(claimFromRun(trace, { policies: { tools: { notify: 'live' } } }).claim.calls).toEqual([
    { tool: 'send_email', with: { to: 'a' }, times: 1, only: true },
  ]);
});
