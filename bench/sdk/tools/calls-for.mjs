/**
 * What a model would do that is told one of the prompts: which tools it calls, one after the other.
 *
 * @param {object} request of any provider
 * @returns {readonly { name: string, input: object }[]}
 */
export function callsFor(request) {
  const said = JSON.stringify(request);
  const [, id] = /order (\w-\d+)/.exec(said) ?? [];
  const looked = said.includes('replaced') ? [id, `${id}-new`] : [id];
  return [
    ...looked.map((order_id) => ({ name: 'find_order', input: { order_id } })),
    { name: 'pay_back', input: { order_id: id, cents: said.includes('half') ? 2500 : 4999 } },
  ];
}
