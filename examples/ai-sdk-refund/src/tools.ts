import { wrapTools } from '@stepfork/ai-sdk';
import { tool } from 'ai';
import { z } from 'zod';
import { post } from './office.ts';

export const tools = wrapTools(
  {
    find_order: tool({
      description: 'The order: item, what was paid in cents, when it was delivered.',
      inputSchema: z.object({ order_id: z.string() }),
      execute: (input) => post<{ order_id: string; item: string; paid_cents: number; delivered: string }>('/orders/find', input),
    }),
    refund_policy: tool({
      description: 'What the shop refunds for an item.',
      inputSchema: z.object({ item: z.string() }),
      execute: (input) => post<{ item: string; days: number; share: number }>('/policies/refund', input),
    }),
    issue_refund: tool({
      description: 'Pays money back.',
      inputSchema: z.object({ order_id: z.string(), cents: z.number().int() }),
      execute: (input) => post<{ refund_id: string }>('/refunds/order', input),
    }),
  },
  { effects: ['issue_refund'], stable: ['refund_policy'] },
);
