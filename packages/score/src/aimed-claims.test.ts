import { type Claim, judge } from '@stepfork/replay';
import { effectStep, returns, step, throws, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { aimedClaims } from './aimed-claims.ts';
import { editConduct } from './conduct-edit.ts';
import { allMutants } from './mutants/all-mutants.ts';
import type { Reference } from './reference.ts';

const steps = [step('lookup', { id: 1 }, { tier: 'gold' }), effectStep('refund', { id: 1, cents: 4999 }, null)];
const calls: Claim['calls'] = [
  { tool: 'refund', with: { id: 1, cents: 4999 }, times: 1, only: true },
  { never: 'close' },
  { order: ['lookup', 'refund'] },
  { same: '/id', of: 'refund' },
  { atMost: 2 },
];

it.each<readonly [string, Claim, ReturnType<typeof returns>]>([
  ['an output', { returns: { cents: 4999, tags: ['a'] }, exactly: true, calls }, returns({ cents: 4999, tags: ['a'] })],
  [
    'an error',
    { throws: { name: 'RangeError', message: 'too much', code: 'E1' }, calls },
    throws(Object.assign(new RangeError('too much'), { code: 'E1' })),
  ],
])('what an edit breaks is found by the part of the claim that it can break: %s', (_, claim, end) => {
  const run = trace(...steps, end);
  const reference: Reference = { claim, policies: {}, order: 'keyed', trace: run, recording: run, madeUp: new Set(), isClaimed: false };
  expect(judge(run, claim)).toEqual([]);
  const claimFor = aimedClaims(claim);
  const edits = [...allMutants(reference)].flatMap(({ change }) => (change.kind === 'conduct' ? [change.edit] : []));
  const found = edits.map((edit) => judge(editConduct(run, edit), claimFor(edit))[0]?.message);
  expect(found).toEqual(edits.map((edit) => judge(editConduct(run, edit), claim)[0]?.message));
  expect(new Set(found).size).toBeGreaterThan(8);
});
