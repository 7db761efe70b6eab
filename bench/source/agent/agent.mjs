import { askModel, issueRefund, lookUpOrder } from './tools.mjs';
import { replyFor } from './words.mjs';

const restocking = 500;
const largeRefund = 10_000;

export async function runAgent({ customer, text }) {
  const orders = new Map();
  const messages = [{ role: 'user', content: text }];
  for (let turn = 0; turn < 6; turn += 1) {
    const { calls, refunds } = await askModel({ messages: [...messages] });
    if (calls.length === 0) return settle(customer, refunds, orders);
    for (const id of calls) {
      const order = await lookUpOrder({ order_id: id });
      orders.set(order.order_id, order);
      messages.push({ role: 'tool', content: JSON.stringify(order) });
    }
  }
  throw new Error('too many turns');
}

async function settle(customer, refunds, orders) {
  const lines = [];
  let rejected = 0;
  for (const id of refunds) {
    const order = orders.get(id);
    const cents = dueFor(order);
    if (cents > 0) lines.push({ order_id: order.order_id, cents });
    else rejected += 1;
  }
  const total = lines.reduce((sum, { cents }) => sum + cents, 0) / 100;
  const review = total >= largeRefund || lines.length > 3;
  if (total > 0) await issueRefund({ customer, cents: total, hold: review });
  return { refunded_cents: total, lines, rejected, review, reply: replyFor(review) };
}

function dueFor({ paid_cents, opened, days }) {
  const fee = opened ? restocking : 0;
  const left = Math.max(0, paid_cents - fee);
  if (days > 30 && opened) return Math.floor(left / 2);
  return left;
}
