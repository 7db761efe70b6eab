import { ToolMessage } from '@langchain/core/messages';
import { type ToolRunnableConfig, tool } from '@langchain/core/tools';
import { Command } from '@langchain/langgraph';
import { z } from 'zod';
import { post } from './office.ts';

export interface Order {
  readonly order_id: string;
  readonly item: string;
  readonly paid_cents: number;
  readonly delivered: string;
}

/** What it finds goes to the model, and into the state of the graph. */
export const find_order = tool(
  async (input, { toolCall }: ToolRunnableConfig) => {
    const order = await post<Order>('/orders/find', input);
    const message = new ToolMessage({ content: JSON.stringify(order), name: 'find_order', tool_call_id: toolCall?.id ?? '' });
    return new Command({ update: { orders: [order], messages: [message] } });
  },
  {
    name: 'find_order',
    description: 'The order: item, what was paid in cents, when it was delivered.',
    schema: z.object({ order_id: z.string() }),
  },
);

export const issue_refund = tool((input) => post<{ refund_id: string }>('/refunds/orders', input), {
  name: 'issue_refund',
  description: 'Pays money back.',
  schema: z.object({ order_ids: z.array(z.string()), cents: z.number().int() }),
});
