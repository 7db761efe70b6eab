import { model, record, tool } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { refundAgent } from './refund-agent.ts';
import type { ModelAnswer, Order, RefundWorld } from './refund-world.ts';

/** A run of the buggy agent in a world, and both agents. */
export interface RecordedLoop {
  readonly recording: Trace;
  readonly buggy: Agent;
  readonly fixed: Agent;
}

let world: RefundWorld | null = null;
let asked = 0;

// The bodies answer while a run is recorded; a replay calls none of them.
const boundaries = {
  askModel: model('stub-1', async (_request: { readonly model: string; readonly messages: readonly unknown[] }): Promise<ModelAnswer> => {
    const answer = world?.modelAnswers[asked++];
    if (answer === undefined) throw new Error('nobody answers: this is a replay');
    return answer;
  }),
  lookupOrder: tool('lookup_order', async ({ order_id }: { readonly order_id: string }): Promise<Order> => {
    const order = world?.orders.get(order_id);
    if (order === undefined) throw new Error('nobody answers: this is a replay');
    return order;
  }),
};

export async function recordLoop(of: RefundWorld): Promise<RecordedLoop> {
  const [buggy, fixed] = [refundAgent(boundaries, { fixed: false }), refundAgent(boundaries, { fixed: true })];
  [world, asked] = [of, 0];
  try {
    return { recording: await record(buggy, null), buggy, fixed };
  } finally {
    world = null;
  }
}
