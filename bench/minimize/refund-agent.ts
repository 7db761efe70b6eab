import type { ModelAnswer, Order } from './refund-world.ts';

/** What the agent calls. */
export interface Boundaries {
  readonly askModel: (request: { readonly model: string; readonly messages: readonly unknown[] }) => Promise<ModelAnswer>;
  readonly lookupOrder: (input: { readonly order_id: string }) => Promise<Order>;
}

/** The usual loop: it asks until no tool is wanted any more. The bug: yen have no cents. */
export function refundAgent({ askModel, lookupOrder }: Boundaries, { fixed }: { readonly fixed: boolean }) {
  return async (): Promise<unknown> => {
    const messages: unknown[] = [{ role: 'user', content: 'Refund what is due' }];
    const seen = new Map<string, Order>();
    for (;;) {
      const answer = await askModel({ model: 'stub-1', messages: structuredClone(messages) });
      const message = answer.choices[0]?.message;
      if (message === undefined) throw new TypeError('no choice');
      messages.push({ role: 'assistant', content: message.content });
      if (!message.tool_calls || message.tool_calls.length === 0) return refunds(message.content, seen, fixed);
      for (const call of message.tool_calls) {
        if (call.function.name !== 'lookup_order') throw new TypeError(`no tool ${call.function.name}`);
        const order = await lookupOrder({ order_id: call.function.arguments.order_id });
        seen.set(order.order_id, order);
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(order) });
      }
    }
  };
}

function refunds(decision: string, seen: ReadonlyMap<string, Order>, fixed: boolean): unknown {
  const { order_ids } = JSON.parse(decision) as { readonly order_ids: readonly string[] };
  return order_ids.map((order_id) => {
    const order = seen.get(order_id);
    if (order === undefined) throw new TypeError(`unknown order ${order_id}`);
    const { value, currency } = order.amount;
    return { order_id, cents: currency === 'JPY' && !fixed ? Math.floor(value / 100) : value };
  });
}
