import { type Claim, judge } from '@stepfork/replay';
import { effectStep, returns, step, throws, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { aimedClaims } from './aimed-claims.ts';
import { editConduct } from './conduct-edit.ts';
import { allMutants } from './mutants/all-mutants.ts';
import type { Reference } from './reference.ts';

const steps = [step('lookup', { id: 1 }, { tier: 'gold' }), effectStep('refund', { id: 1, cents: 4999 }, null)];
const calls: Claim['calls'] = [
  { tool: 'lookup', with: { id: 1 } },
  { tool: 'refund', with: { id: 1, cents: 4999 }, times: 1, only: true },
  { never: 'close' },
  { order: ['lookup', 'refund'] },
  { same: '/id', of: 'refund' },
  { atMost: 2 },
];

it.each<readonly [string, Claim, ReturnType<typeof returns>]>([
  ['a whole output', { returns: { cents: 4999, tags: ['a'] }, exactly: true, calls }, returns({ cents: 4999, tags: ['a'] })],
  [
    'a part of an output',
    { returns: { of: { cents: 4999 }, tags: ['a'], note: { $: 'match', type: 'string' } }, calls },
    returns({ of: { cents: 4999, currency: 'EUR' }, tags: ['a'], note: 'done', more: 1 }),
  ],
  ['an output that is no object', { returns: ['a', { b: 1 }], calls }, returns(['a', { b: 1, c: 2 }])],
  [
    'an error',
    { throws: { name: 'RangeError', message: 'too much', code: 'E1' }, calls },
    throws(Object.assign(new RangeError('too much'), { code: 'E1' })),
  ],
])('what a change breaks is found by the part of the claim that it can break: %s', (_, claim, end) => {
  const run = trace(...steps, end);
  const reference: Reference = { claim, policies: {}, order: 'keyed', trace: run, recording: run, madeUp: new Set(), isClaimed: false };
  expect(judge(run, claim)).toEqual([]);
  const claimFor = aimedClaims(reference);
  const changes = [...allMutants(reference)].flatMap(({ change }) =>
    change.kind === 'conduct' || change.kind === 'claim' ? [change] : [],
  );
  const foundBy = (claimOf: (change: (typeof changes)[number]) => Claim): readonly (string | undefined)[] =>
    changes.map((change) => judge(change.kind === 'conduct' ? editConduct(run, change.edit) : run, claimOf(change))[0]?.message);
  const found = foundBy(claimFor);
  expect(found).toEqual(foundBy((change) => (change.kind === 'claim' ? change.claim : claim)));
  expect(new Set(found).size).toBeGreaterThan(8);
});
