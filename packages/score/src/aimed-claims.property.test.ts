import { type CallClaim, type Claim, type Finding, findingsOf, judge, rememberedMatches } from '@stepfork/replay';
import { effectStep, modelStep, returns, step, throws, trace } from '@stepfork/testkit';
import type { Json, JsonObject, Trace } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aimedClaims } from './aimed-claims.ts';
import { editConduct } from './conduct-edit.ts';
import { allMutants } from './mutants/all-mutants.ts';
import type { Reference } from './reference.ts';

const scalars: readonly Json[] = [null, true, 0, 1, '', 'a', '1', { $: 'undefined' }, { $: 'number', value: 'NaN' }, {}, []];
const keys = fc.constantFrom('a', 'b', 'id', '0', '/x', '__proto__', 'constructor');
const { value } = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...scalars),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
}));
const object = fc.dictionary(keys, value, { maxKeys: 4 });
const tools = ['x', 'y', 'z'];
const steps = fc.array(
  fc.oneof(
    fc
      .tuple(fc.constantFrom(step, effectStep), fc.constantFrom(...tools), value, value)
      .map(([made, name, ...rest]) => made(name, ...rest)),
    fc.tuple(value, value).map(([messages, answer]) => modelStep('m', { messages }, answer)),
  ),
  { maxLength: 6 },
);
const end = fc.oneof(object.map(returns), value.map(returns), fc.constant(throws(Object.assign(new RangeError('abc'), { code: 3 }))));
const dice = fc.infiniteStream(fc.nat(99));

/** Whether what comes to pass in so many cases of a hundred has done so. */
type Chance = (percent: number) => boolean;

it('of any run and any claim that it meets, a change is found by the part that it can break as by the whole', () => {
  let found = 0;
  const property = fc.property(steps, end, dice, (parts, last, rolls) => {
    const chance: Chance = (percent) => (rolls.next().value as number) < percent;
    const run = trace(...parts, last);
    const claim = claimMetBy(run, chance);
    // Statements that hold alone may contradict each other.
    if (judge(run, claim).length > 0) return;
    const reference: Reference = { claim, policies: {}, order: 'keyed', trace: run, recording: run, madeUp: new Set(), isClaimed: false };
    const claimFor = aimedClaims(reference);
    const isMatching = rememberedMatches();
    for (const { change } of allMutants(reference)) {
      if (change.kind !== 'conduct' && change.kind !== 'claim') continue;
      const changed = change.kind === 'conduct' ? editConduct(run, change.edit) : run;
      const [whole] = judge(changed, change.kind === 'claim' ? change.claim : claim);
      const aimed: Finding | undefined = findingsOf(changed, claimFor(change), undefined, undefined, isMatching).next().value;
      expect(aimed?.message).toBe(whole?.message);
      if (whole !== undefined) found += 1;
    }
  });
  fc.assert(property, { numRuns: 200 });
  expect(found).toBeGreaterThan(300);
});

function claimMetBy(run: Trace, chance: Chance): Claim {
  const ofEnd = claimOfEnd(run, chance);
  const calls = callClaims(run, chance).filter((item) => judge(run, { ...ofEnd, calls: [item] }).length === 0);
  const claim: Claim = { ...ofEnd, calls, ...(chance(40) && { requests: [{ with: {} }] }) };
  return judge(run, claim).length === 0 ? claim : { ...ofEnd, calls };
}

function claimOfEnd({ outcome }: Trace, chance: Chance): Claim {
  if (outcome.kind !== 'returned') return { throws: chance(30) || { name: 'RangeError', message: 'ab', code: 3 } };
  return chance(20) ? { returns: outcome.value, exactly: true } : { returns: partOf(outcome.value, chance) };
}

function callClaims({ steps: made }: Trace, chance: Chance): readonly CallClaim[] {
  const ofCalls = made.map(({ call }) => ({
    tool: call.name,
    ...(chance(80) && { with: partOf(call.input, chance) }),
    ...(chance(40) && { times: chance(50) ? 1 : { atLeast: 1, ...(chance(50) && { atMost: 2 }) } }),
    ...(chance(30) && { only: true }),
  }));
  const others: readonly CallClaim[] = [
    ...tools.flatMap((of): readonly CallClaim[] => [
      { never: of },
      { same: '/id', of },
      { same: '', of },
      { tool: of, times: 0, with: { id: 1 } },
    ]),
    ...[
      ['x', 'y'],
      ['z', 'x', 'y'],
    ].map((order) => ({ order })),
    { atMost: made.length },
  ];
  return [...ofCalls, ...others].filter(() => chance(50)).sort(() => (chance(50) ? 1 : -1));
}

/** Some of its keys, and now and then a matcher. */
function partOf(whole: Json, chance: Chance): Json {
  if (typeof whole !== 'object') return chance(10) ? { $: 'match', type: typeof whole } : whole;
  if (whole === null || '$' in whole) return whole;
  if (Array.isArray(whole)) return whole.map((item: Json) => partOf(item, chance));
  const kept = Object.entries(whole as JsonObject).filter(() => chance(65));
  return Object.fromEntries(kept.map(([key, part]) => [key, partOf(part, chance)]));
}
