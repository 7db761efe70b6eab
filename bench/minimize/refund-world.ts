import { below, type Random, randomFrom } from './random.ts';

/** What models and tools say to an agent that looks orders up, one at a turn, and then refunds some of them. */
export interface RefundWorld {
  /** One a turn, then the decision. */
  readonly modelAnswers: readonly ModelAnswer[];
  /** By the id of the order. */
  readonly orders: ReadonlyMap<string, Order>;
}

export interface ModelAnswer {
  readonly choices: readonly {
    readonly message: {
      readonly role: string;
      readonly content: string;
      readonly tool_calls: readonly {
        readonly id: string;
        readonly type: 'function';
        readonly function: { readonly name: 'lookup_order'; readonly arguments: { readonly order_id: string } };
      }[];
    };
  }[];
}

export interface Order {
  readonly order_id: string;
  readonly amount: { readonly value: number; readonly currency: string };
}

/** `refunded` of the orders, from the first, are in yen, which the buggy agent takes for cents; the others are only looked at. */
export function refundWorld(turns: number, refunded: readonly number[], seed: number): RefundWorld {
  const random = randomFrom(seed);
  const orders = Array.from({ length: turns }, (_, turn) => orderOf(turn, refunded.includes(turn), random));
  const decision = { decision: 'refund', order_ids: refunded.map((turn) => orders[turn]?.order_id), reason: 'damaged goods' };
  const lookups = orders.map(({ order_id }, turn) => {
    const call = { id: `call_${turn}`, type: 'function', function: { name: 'lookup_order', arguments: { order_id } } } as const;
    return answerOf(`Looking at order number ${turn}.`, [call], random);
  });
  return {
    modelAnswers: [...lookups, answerOf(JSON.stringify(decision), [], random)],
    orders: new Map(orders.map((order) => [order.order_id, order])),
  };
}

function answerOf(content: string, tool_calls: ModelAnswer['choices'][number]['message']['tool_calls'], random: Random): ModelAnswer {
  const envelope = {
    id: `chatcmpl-${below(1e9, random)}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'stub-1',
    choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content, tool_calls } }],
    usage: { prompt_tokens: below(9000, random), completion_tokens: below(300, random), details: { cached: 0, reasoning: 0 } },
    system_fingerprint: 'fp_1',
  };
  return envelope;
}

function orderOf(turn: number, isRefunded: boolean, random: Random): Order {
  const order = {
    order_id: `ORD-${100_000 + below(900_000, random)}-${turn}`,
    status: 'damaged',
    amount: { value: 1000 + below(1_000_000, random), currency: isRefunded ? 'JPY' : 'EUR' },
    meta: { request_id: `req_${below(1e9, random)}`, region: 'eu-1', flags: ['a', 'b', 'c'].map((name) => ({ name, on: random() < 0.5 })) },
    customer: {
      name: `Customer ${turn}`,
      email: `c${turn}@example.com`,
      address: { street: `${turn} Long Street`, city: 'Town', zip: String(10_000 + turn) },
      tags: ['vip', 'eu', 'b2b'],
    },
    history: ['created', 'paid', 'packed', 'shipped', 'delivered', 'claimed'].map((event, month) => ({
      at: `2026-0${1 + month}-01`,
      event,
      note: 'x'.repeat(20),
    })),
  };
  return order;
}
