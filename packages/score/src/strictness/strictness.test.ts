import { record, tool } from '@stepfork/interceptor';
import { type IgnoreRules, type Receipt, replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
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
  // Three leaves and two, each changed and left out (items of a list are of one class); a key more in each of three objects, another order for both.
  expect({ asked, recorded, changes }).toEqual({ asked: 2, recorded: 2, changes: 2 * 3 + 2 * 2 + 3 + 2 });
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

it('over HTTP the parts of a URL, the body and the headers that are recorded are noticed, and other headers by rule not', async () => {
  const fetched = tool('POST api.shop.example', async (_: object) => ({ ok: true }));
  const headers = { 'content-type': 'application/json' };
  const asking = async (): Promise<unknown> => fetched({ method: 'POST', url: '/orders/7?page=2', headers, body: { id: 'A-7' } });
  const trunk = await record(asking, null, { redaction: false });
  const ask = async (changed: Trace): Promise<Receipt> =>
    (await replay({ trunk: changed, forks: [], sealed: true, damage: null }, asking)).receipt;
  const kept = ['accept', 'range', 'content-type'];
  const recorded = (sent: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(sent).filter(([name]) => kept.includes(name)));
  const { changes, unnoticed } = await strictness(trunk, {}, ask, recorded);
  const rules = unnoticed.filter(({ because }) => because === 'declared');
  expect(rules.map(({ pointer }) => pointer)).toContain('/headers/authorization');
  expect(new Set(rules.map(({ kind, rule }) => `${kind}: ${rule}`))).toEqual(new Set(['header: headers that are not recorded']));
  expect(unnoticed.map(({ pointer }) => pointer)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/url|body|accept$|range|content/)]),
  );
  expect(changes - unnoticed.length).toBeGreaterThanOrEqual(4 + 2 + 2 + 2 + 2 + 1);
});

it('of a parameter that is there twice one is changed, and the order of parameters is noticed', async () => {
  const fetched = tool('GET api.shop.example', async (_: object) => ({ ok: true }));
  const asking = async (): Promise<unknown> => fetched({ method: 'GET', url: '/orders?tag=a&tag=b&page=2', headers: {}, body: null });
  const trunk = await record(asking, null, { redaction: false });
  const urls: unknown[] = [];
  const { unnoticed } = await strictness(trunk, {}, async (changed: Trace): Promise<Receipt> => {
    urls.push(...changed.steps.map(({ call }) => (call.input as { readonly url: string }).url));
    return (await replay({ trunk: changed, forks: [], sealed: true, damage: null }, asking)).receipt;
  });
  expect(urls).toEqual(
    expect.arrayContaining([
      '/orders?tag=a&page=2',
      '/orders?tag=a&tag=c&page=2',
      '/orders?tag=a&tag=b&page=2&tag=a',
      '/orders?page=2&tag=b&tag=a',
    ]),
  );
  expect(unnoticed.filter(({ pointer }) => pointer.startsWith('/url'))).toEqual([]);
});

it('a change that is not noticed and that no rule explains is undeclared', async () => {
  const trunk = await record(agent, null, { redaction: false });
  const { receipt } = await replay({ trunk, forks: [], sealed: true, damage: null }, agent);
  const { changes, unnoticed } = await strictness(trunk, {}, async () => receipt);
  expect(unnoticed.filter(({ because }) => because === 'undeclared')).toHaveLength(changes - 2);
});
