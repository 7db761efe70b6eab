import { type BaseMessage, isAIMessage } from '@langchain/core/messages';
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { model } from './model.ts';
import { find_order, issue_refund, type Order } from './tools.ts';

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  orders: Annotation<readonly Order[]>({ reducer: (_found, more) => more, default: () => [] }),
  refunded_cents: Annotation<number>(),
});

const asking = model.bindTools([find_order]);

const graph = new StateGraph(State)
  .addNode('ask', async ({ messages }) => ({ messages: [await asking.invoke(messages)] }))
  .addNode('look_up', new ToolNode([find_order]))
  .addNode('pay', async ({ orders }) => {
    const cents = orders.reduce((sum, { paid_cents }) => sum + paid_cents, 0);
    await issue_refund.invoke({ order_ids: orders.map(({ order_id }) => order_id), cents });
    return { refunded_cents: cents };
  })
  .addEdge(START, 'ask')
  .addConditionalEdges('ask', ({ messages }) => (asksForTools(messages.at(-1)) ? 'look_up' : 'pay'), ['look_up', 'pay'])
  .addEdge('look_up', 'ask')
  .addEdge('pay', END)
  .compile();

export async function runAgent(ticket: { text: string }): Promise<{ refunded_cents: number }> {
  const { refunded_cents } = await graph.invoke({
    messages: [
      { role: 'system', content: 'You answer complaints of customers. Look every order up that they name.' },
      { role: 'user', content: ticket.text },
    ],
  });
  return { refunded_cents };
}

function asksForTools(message: BaseMessage | undefined): boolean {
  return message !== undefined && isAIMessage(message) && (message.tool_calls ?? []).length > 0;
}
