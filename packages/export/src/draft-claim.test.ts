import { record, tool } from '@stepfork/interceptor';
import { parseClaim } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { draftClaim } from './draft-claim.ts';
import { parseReviewedClaim } from './parse-reviewed-claim.ts';

const refund = tool('issue_refund', (_: unknown) => ({ ok: true }), { effect: true });

async function failingRun() {
  return await record(async () => {
    await refund({ customer: { id: 'cus_1' }, amount_cents: 49 });
    return { priority: 'high', refunded_cents: 49, notes: [], due: new Date(0) };
  }, null);
}

test('each recorded value of the failing run stands in a mark of its own, and all are listed', async () => {
  expect(draftClaim(await failingRun())).toEqual({
    draft: {
      draft: 'Replace each { "correct me": … } by the right value, then remove this line.',
      returns: {
        priority: { 'correct me': 'high' },
        refunded_cents: { 'correct me': 49 },
        notes: { 'correct me': [] },
        due: { 'correct me': { $: 'date', value: '1970-01-01T00:00:00.000Z' } },
      },
      calls: [
        {
          tool: 'issue_refund',
          with: { customer: { id: { 'correct me': 'cus_1' } }, amount_cents: { 'correct me': 49 } },
          times: { 'correct me': 1 },
          only: true,
        },
      ],
    },
    toCorrect: [
      { path: '/returns/priority', recorded: 'high' },
      { path: '/returns/refunded_cents', recorded: 49 },
      { path: '/returns/notes', recorded: [] },
      { path: '/returns/due', recorded: { $: 'date', value: '1970-01-01T00:00:00.000Z' } },
      { path: '/calls/0/with/customer/id', recorded: 'cus_1' },
      { path: '/calls/0/with/amount_cents', recorded: 49 },
      { path: '/calls/0/times', recorded: 1 },
    ],
  });
});

test('a draft is no claim, also without the line that says so, until the last mark is gone', async () => {
  let draft: Json = draftClaim(await failingRun()).draft;
  expect(() => parseClaim(draft, 'refund.claim.json')).toThrow(/draft/);
  const { draft: _, ...rest } = draft as Record<string, Json>;
  draft = rest;
  for (let left = 7; left > 0; left -= 1) {
    expect(() => parseReviewedClaim(draft, 'refund.claim.json')).toThrow(
      expect.objectContaining({ code: 'STEPFORK_CLAIM_IS_A_DRAFT', message: expect.stringContaining('refund.claim.json') }),
    );
    draft = withoutFirstMark(draft);
  }
  expect(parseReviewedClaim(draft, 'refund.claim.json')).toMatchObject({ returns: { refunded_cents: 49 } });
});

test('the draft of a run that crashed claims that it does not throw', async () => {
  const crash = await record(() => {
    throw new SyntaxError('Unexpected token');
  }, null);
  expect(draftClaim(crash)).toMatchObject({ draft: { throws: false }, toCorrect: [] });
});

/** What a person does who finds a recorded value right. */
function withoutFirstMark(json: Json): Json {
  const text = JSON.stringify(json);
  const start = text.indexOf('{"correct me":');
  let depth = 0;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    if (depth === 0) return JSON.parse(text.slice(0, start) + text.slice(start + '{"correct me":'.length, end) + text.slice(end + 1));
  }
  throw new Error('no mark is left');
}
