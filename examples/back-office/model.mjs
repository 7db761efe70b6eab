/**
 * Stands in for a language model: the answer to a chat request, always the same for the same request.
 *
 * @param {{ model: string, messages: { role: string, content: string }[] }} request
 */
export function answerAsModel(request) {
  switch (request.model) {
    case 'triage-1':
      return answerTriage(request.messages);
    case 'incident-1':
      return answerIncident(request.messages);
    default:
      return { role: 'assistant', content: `I am not the model ${request.model}.` };
  }
}

function answerTriage(messages) {
  const found = messages.find((message) => message.role === 'tool');
  if (!found) {
    const customer = /C-\d+/.exec(messages.at(-1).content)?.[0] ?? 'unknown';
    const call = { id: 'call_1', name: 'lookup_customer', arguments: JSON.stringify({ customer_id: customer }) };
    return { role: 'assistant', content: '', tool_calls: [call] };
  }
  const { tier, last_order } = JSON.parse(found.content);
  return {
    role: 'assistant',
    content: JSON.stringify({ priority: tier === 'gold' ? 'high' : 'normal', refund_cents: last_order.paid_cents }),
  };
}

/** Careless as models are: the JSON stands in a fence, and the keys of the ticket are repeated. They open nothing. */
function answerIncident(messages) {
  const keys = messages.at(-1).content.match(/sk-proj-\w+/g) ?? [];
  const decision = {
    action: 'escalate',
    team: 'security',
    note: `Revoke ${[...keys, 'sk-proj-0000ExampleOfTheModelThatOpensNothing0000'].join(' and ')}.`,
  };
  return { role: 'assistant', content: `\`\`\`json\n${JSON.stringify(decision)}\n\`\`\`` };
}

/**
 * The same in the form of OpenAI's chat completions. The model `refund-1` looks the order up, then the policy, then pays back; `ledger-1` looks into the
 * inbox, reads what lies there, and writes a page.
 *
 * @param {{ model: string, messages: { role: string, content: string }[] }} request
 */
export function answerAsOpenAi({ model, messages }) {
  const found = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  const message = messageOf(model, messages, found);
  const finish_reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
  const choices = [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }];
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return { id: `chatcmpl-${found.length + 1}`, object: 'chat.completion', created: 1_700_000_000, model, choices, usage };
}

function messageOf(model, messages, found) {
  switch (model) {
    case 'refund-1':
      return answerRefund(
        messages,
        found.map((content) => JSON.parse(content)),
      );
    case 'ledger-1':
      return answerLedger(found);
    default:
      return { content: `I am not the model ${model}.` };
  }
}

function call(name, input) {
  return { content: null, tool_calls: [{ id: `call_${name}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }] };
}

function answerLedger([inbox, invoice, written]) {
  if (inbox === undefined) return call('list_directory', { path: 'inbox' });
  if (invoice === undefined) return call('read_text_file', { path: `inbox/${/\[FILE\] (\S+)/.exec(inbox)?.[1]}` });
  if (written !== undefined) return { content: 'The ledger is up to date.' };
  return call('write_file', { path: '2026/november.md', content: `# November 2026\n\n${invoice}` });
}

function answerRefund(messages, [order, policy, refund]) {
  if (order === undefined) return call('find_order', { order_id: /O-\d+/.exec(messages.at(-1).content)?.[0] ?? 'unknown' });
  if (policy === undefined) return call('refund_policy', { item: order.item });
  if (refund === undefined) return call('issue_refund', { order_id: order.order_id, cents: Math.round(order.paid_cents * policy.share) });
  return { content: 'The money is on its way.' };
}
