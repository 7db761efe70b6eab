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
