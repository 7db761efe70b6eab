import { model, tool } from '@stepfork/interceptor';

const orders = {
  'A-1': { order_id: 'A-1', paid_cents: 4999, opened: false, days: 12 },
  'A-2': { order_id: 'A-2', paid_cents: 12900, opened: true, days: 40 },
  'A-3': { order_id: 'A-3', paid_cents: 400, opened: true, days: 3 },
};
const answers = [
  { calls: ['A-1', 'A-2'], refunds: [] },
  { calls: ['A-3'], refunds: [] },
  { calls: [], refunds: ['A-1', 'A-2', 'A-3'] },
];

export const askModel = model('support', async ({ messages }) => answers[Math.min(2, Math.floor(messages.length / 2))]);
export const lookUpOrder = tool('look_up_order', async ({ order_id }) => orders[order_id]);
export const issueRefund = tool('issue_refund', async () => ({ status: 'pending' }), { effect: true });
