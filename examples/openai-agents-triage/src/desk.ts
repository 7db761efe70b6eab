import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
import { post } from './office.ts';

const find_order = tool({
  name: 'find_order',
  description: 'The order: item, what was paid in cents, when it was delivered.',
  parameters: z.object({ order_id: z.string() }),
  execute: (input) => post<{ order_id: string; item: string; paid_cents: number; delivered: string }>('/orders/find', input),
});

const issue_refund = tool({
  name: 'issue_refund',
  description: 'Pays money back.',
  parameters: z.object({ order_id: z.string(), cents: z.number().int() }),
  needsApproval: true,
  execute: (input) => post<{ refund_id: string }>('/refunds/order', input),
});

const refunds = new Agent({
  name: 'Refunds',
  handoffDescription: 'Pays money back.',
  instructions: 'Look the order up, then pay back what was paid.',
  tools: [find_order, issue_refund],
  toolUseBehavior: { stopAtToolNames: ['issue_refund'] },
});

/** Who answers the customer first. */
export const triage = Agent.create({
  name: 'Triage',
  instructions: 'You read what customers write, and hand over to the colleague who can help.',
  handoffs: [refunds],
});
