// The tools of every agent of this folder, and what they are asked. Nothing here knows of Stepfork; `tool()` of the testkit has other names.
import { appendFileSync } from 'node:fs';
import { z } from 'zod';

export const apiKey = 'sk-local';
export const baseURL = `${process.env.PROVIDER_URL}/v1`;

export const findOrder = {
  name: 'find_order',
  description: 'What a customer has bought.',
  schema: z.object({ order_id: z.string() }),
  body({ order_id }) {
    note('find_order');
    return { order_id, cents: 4999 };
  },
};

export const payBack = {
  name: 'pay_back',
  description: 'Pays money back.',
  schema: z.object({ order_id: z.string(), cents: z.number() }),
  body({ cents }) {
    note('pay_back');
    return { refunded: cents };
  },
};

/** What an agent is told, as it was and as fixes have it. */
export const prompts = {
  asked: (id) => `Refund order ${id}.`,
  changed: (id) => `Refund half of order ${id}.`,
  further: (id) => `Refund order ${id}. Look at what has replaced it before.`,
};

/** A body has run. */
function note(name) {
  appendFileSync(process.env.NOTES, `${name}\n`);
}
