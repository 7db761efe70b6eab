/**
 * What a model says to a conversation, always the same for the same one: words, or the tools that it wants to be called.
 *
 * @typedef {{ model: string, asked: string, found: readonly string[], offered: readonly string[] }} Conversation `asked`: by the user; `found`: what tools have
 *   answered; `offered`: the names of tools
 * @typedef {{ text: string } | { calls: readonly { name: string, input: object }[] }} Decision
 *
 * @param {Conversation} conversation
 * @returns {Decision}
 */
export function decide(conversation) {
  const { model } = conversation;
  switch (model) {
    case 'refund-1':
      return decideRefund(conversation);
    case 'ledger-1':
      return decideLedger(conversation);
    case 'desk-1':
      return conversation.offered.includes('transfer_to_Refunds') ? call('transfer_to_Refunds', {}) : decideAtDesk(conversation);
    case 'support-1':
      return decideSupport(conversation);
    default:
      return { text: `I am not the model ${model}.` };
  }
}

function call(name, input) {
  return { calls: [{ name, input }] };
}

/** Looks the order up, then the policy, then pays back. */
function decideRefund({ asked, found }) {
  const [order, policy, refund] = found.map((content) => JSON.parse(content));
  if (order === undefined) return call('find_order', { order_id: ordersIn(asked)[0] });
  if (policy === undefined) return call('refund_policy', { item: order.item });
  if (refund === undefined) return call('issue_refund', { order_id: order.order_id, cents: Math.round(order.paid_cents * policy.share) });
  return { text: 'The money is on its way.' };
}

/** Looks into the inbox, reads what lies there, and writes a page. */
function decideLedger({ found: [inbox, invoice, written] }) {
  if (inbox === undefined) return call('list_directory', { path: 'inbox' });
  if (invoice === undefined) return call('read_text_file', { path: `inbox/${/\[FILE\] (\S+)/.exec(inbox)?.[1]}` });
  if (written !== undefined) return { text: 'The ledger is up to date.' };
  return call('write_file', { path: '2026/november.md', content: `# November 2026\n\n${invoice}` });
}

/** The colleague who was handed over to looks the order up, then pays back. */
function decideAtDesk({ asked, found: [_handedOver, order] }) {
  if (order === undefined) return call('find_order', { order_id: ordersIn(asked)[0] });
  const { order_id, paid_cents } = JSON.parse(order);
  return call('issue_refund', { order_id, cents: paid_cents });
}

/** Looks all orders up at once. */
function decideSupport({ asked, found }) {
  if (found.length > 0) return { text: 'All of it is to be paid back.' };
  return { calls: ordersIn(asked).map((order_id) => ({ name: 'find_order', input: { order_id } })) };
}

function ordersIn(text) {
  return text.match(/O-\d+/g) ?? ['unknown'];
}
