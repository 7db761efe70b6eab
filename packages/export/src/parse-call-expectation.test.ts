import { expect, test } from 'vitest';
import { claimFromFlags } from './claim-from-flags.ts';
import { parseCallExpectation } from './parse-call-expectation.ts';

test.each([
  ['issue_refund', { tool: 'issue_refund' }],
  ['issue_refund {"amount_cents":4999}', { tool: 'issue_refund', with: { amount_cents: 4999 } }],
  ['issue_refund x2 {"amount_cents":4999}', { tool: 'issue_refund', with: { amount_cents: 4999 }, times: 2 }],
  ['issue_refund x1', { tool: 'issue_refund', times: 1 }],
  ['issue_refund x0 {"amount_cents":49}', { tool: 'issue_refund', with: { amount_cents: 49 }, times: 0 }],
  ['search x2+', { tool: 'search', times: { atLeast: 2 } }],
  ['  add  [1, 2]  ', { tool: 'add', with: [1, 2] }],
  ['say "hello there"', { tool: 'say', with: 'hello there' }],
  ['mcp/files.read-all:v2 {\n "path": "a b"\n}', { tool: 'mcp/files.read-all:v2', with: { path: 'a b' } }],
  ['!send_email', { never: 'send_email' }],
  [' ! send_email ', { never: 'send_email' }],
  ['x2', { tool: 'x2' }],
  ['POST api.example.com/v1/refunds', { tool: 'POST api.example.com/v1/refunds' }],
  ['POST localhost:8787 x1 {"body":{"cents":4999}}', { tool: 'POST localhost:8787', with: { body: { cents: 4999 } }, times: 1 }],
  ['!DELETE api.example.com/orders/{id}', { never: 'DELETE api.example.com/orders/{id}' }],
  ['"issue refund" x2 "now"', { tool: 'issue refund', with: 'now', times: 2 }],
  ['! "issue refund"', { never: 'issue refund' }],
  ['"POST localhost"', { tool: 'POST localhost' }],
  ['SAY "hello/there"', { tool: 'SAY', with: 'hello/there' }],
  ['WAIT 1.5', { tool: 'WAIT', with: 1.5 }],
  ['WAIT x2', { tool: 'WAIT', times: 2 }],
])('%j is read as %j', (text, claim) => {
  expect(parseCallExpectation(text)).toEqual(claim);
});

test.each([
  ['', 'it does not begin with the name of a tool'],
  ['{"amount_cents":4999}', 'it does not begin with the name of a tool'],
  ['!send_email {"to":"a"}', 'it does not begin with the name of a tool'],
  ['issue_refund {amount_cents: 4999}', 'what follows the tool is not JSON'],
  ['issue_refund twice', 'what follows the tool is not JSON'],
  ['issue_refund x2 x3', 'what follows the tool is not JSON'],
  ['"issue refund', 'it does not begin with the name of a tool'],
  ['"" x1', 'it does not begin with the name of a tool'],
])('%j is refused, saying what cannot be read and how it is written', (text, why) => {
  expect(() => parseCallExpectation(text)).toThrow(
    expect.objectContaining({
      code: 'STEPFORK_CALL_EXPECTATION',
      message: expect.stringContaining(why),
      hint: expect.stringContaining('issue_refund x1 {"amount_cents":4999}'),
    }),
  );
});

test('what is no JSON is told by the message alone: there is no place in code to be shown', () => {
  expect(() => parseCallExpectation('issue_refund {')).toThrow(expect.not.objectContaining({ cause: expect.anything() }));
  expect(() => claimFromFlags({ returns: '{' })).toThrow(expect.not.objectContaining({ cause: expect.anything() }));
});
