import { askModel, type Message } from './model.ts';
import { type Customer, issueRefund, lookupCustomer } from './tools.ts';

const instructions =
  'You triage support tickets. Look the customer up, then answer with JSON only: {"priority": "low" | "normal" | "high", "refund_cents": number}.';

export interface Triage {
  priority: string;
  refunded_cents: number;
}

export async function runAgent(ticket: { customer_id: string; text: string }): Promise<Triage> {
  const messages: Message[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: `Ticket of customer ${ticket.customer_id}: ${ticket.text}` },
  ];
  const plan = await askModel({ messages, tools: ['lookup_customer'] });
  messages.push(plan);
  for (const call of plan.tool_calls ?? []) {
    const customer: Customer = await lookupCustomer(JSON.parse(call.arguments));
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(customer) });
  }
  const decision = JSON.parse((await askModel({ messages, tools: ['lookup_customer'] })).content);
  const amountCents = Math.floor(decision.refund_cents / 100);
  if (amountCents > 0) await issueRefund({ customer_id: ticket.customer_id, amount_cents: amountCents });
  return { priority: decision.priority, refunded_cents: amountCents };
}
