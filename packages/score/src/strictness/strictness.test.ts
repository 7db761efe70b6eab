import { record, tool } from '@stepfork/interceptor';
import { type IgnoreRules, replay } from '@stepfork/replay';
import { expect, it } from 'vitest';
import { type Strictness, strictness } from './strictness.ts';

const look = tool('look', async ({ email }: { email: string; where: object }) => `${email} is known`);
const refund = tool('refund', async (_: object) => ({ ok: true }), { effect: true });
const agent = async (): Promise<unknown> => {
  const said = await look({ email: 'mira@shop.example', where: { country: 'PT', list: [1, 2] } });
  await refund({ said, cents: 5 });
  return said;
};

async function strictnessOf(ignore: IgnoreRules): Promise<Strictness> {
  const trunk = await record(agent, null, { redaction: false });
  return strictness(trunk, ignore, async (changed) => {
    const traces = { trunk: changed, forks: [], sealed: true, damage: null };
    return (await replay(traces, agent, { ignore })).receipt;
  });
}

it('each value of each request is noticed; the order of keys is not', async () => {
  const { asked, recorded, changes, unnoticed } = await strictnessOf({});
  // Three leaves and two, each changed and left out (items of a list are of one class); a key more and another order for both.
  expect({ asked, recorded, changes }).toEqual({ asked: 2, recorded: 2, changes: 2 * 3 + 2 * 2 + 2 * 2 });
  expect(unnoticed.map(({ name, because }) => [name, because])).toEqual([
    ['tool look', 'key-order'],
    ['tool refund', 'key-order'],
  ]);
});

it('what a rule ignores is named with the rule', async () => {
  const { unnoticed } = await strictnessOf({ 'tool:look': ['/where/country'] });
  expect(unnoticed.filter(({ because }) => because === 'declared').map(({ kind, pointer, rule }) => [kind, pointer, rule])).toEqual([
    ['other', '/where/country', 'tool:look /where/country'],
    ['missing', '/where/country', 'tool:look /where/country'],
  ]);
});

it('a change that is not noticed and that no rule explains is undeclared', async () => {
  const trunk = await record(agent, null, { redaction: false });
  const { receipt } = await replay({ trunk, forks: [], sealed: true, damage: null }, agent);
  const { changes, unnoticed } = await strictness(trunk, {}, async () => receipt);
  expect(unnoticed.filter(({ because }) => because === 'undeclared')).toHaveLength(changes - 2);
});
