import { expect, test } from 'vitest';
import { claimFromFlags } from './claim-from-flags.ts';

test('what a person types becomes a claim', () => {
  expect(
    claimFromFlags({ returns: '{"refunded_cents":4999}', expectCalls: ['issue_refund x1 {"amount_cents":4999}', '!send_email'] }),
  ).toEqual({
    returns: { refunded_cents: 4999 },
    calls: [{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 }, { never: 'send_email' }],
  });
});

test('the whole output is claimed on request', () => {
  expect(claimFromFlags({ returns: 'null', exactly: true })).toEqual({ returns: null, exactly: true });
});

test('where nothing was typed there is no claim', () => {
  expect(claimFromFlags({})).toBeNull();
  expect(claimFromFlags({ expectCalls: [] })).toBeNull();
});

test('an output that is not JSON is refused with a hint on quoting', () => {
  expect(() => claimFromFlags({ returns: 'refunded' })).toThrow(
    expect.objectContaining({ code: 'STEPFORK_RETURNS', hint: expect.stringContaining('double quotes') }),
  );
});

test('the whole of no output is refused', () => {
  expect(() => claimFromFlags({ exactly: true })).toThrow(expect.objectContaining({ code: 'STEPFORK_CLAIM' }));
});
