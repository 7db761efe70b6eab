import { generateText, hasToolCall, stepCountIs } from 'ai';
import { model } from './model.ts';
import { tools } from './tools.ts';

/** More than this no agent pays back by itself. */
const limitDollars = 100;

export async function runAgent(ticket: { order_id: string; text: string }): Promise<{ refunded_cents: number }> {
  let refunded_cents = 0;
  const issue_refund: typeof tools.issue_refund = {
    ...tools.issue_refund,
    execute({ order_id, cents }, options) {
      refunded_cents = Math.min(cents, limitDollars);
      return tools.issue_refund.execute({ order_id, cents: refunded_cents }, options);
    },
  };
  await generateText({
    model,
    system: 'You answer complaints of customers. Look the order and the policy up, then pay back what the policy says.',
    prompt: `Order ${ticket.order_id}: ${ticket.text}`,
    tools: { ...tools, issue_refund },
    stopWhen: [hasToolCall('issue_refund'), stepCountIs(8)],
  });
  return { refunded_cents };
}
