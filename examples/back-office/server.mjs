import { createServer } from 'node:http';
import { answerAsModel } from './model.mjs';
import { answerChat, answerResponses } from './openai.mjs';

/**
 * Starts the model and the back office on 127.0.0.1. Each answer is a pure function of its request, and each request leaves a line in `requests`.
 *
 * @param {{ port?: number }} options 0, the default, takes any free port
 * @returns {Promise<{ url: string, requests: string[], close: () => Promise<void> }>}
 */
export async function startBackOffice({ port = 0 } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, body } = answer(request.url, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close };
}

const customers = {
  'C-1042': { customer_id: 'C-1042', name: 'Ada Brandt', tier: 'gold', last_order: { item: 'blender', paid_cents: 4999 } },
};

const orders = {
  'O-7781': { order_id: 'O-7781', item: 'kettle', paid_cents: 4999, delivered: '2026-11-20' },
  'O-7790': { order_id: 'O-7790', item: 'teapot', paid_cents: 2450, delivered: '2026-11-20' },
};

function answer(path, body) {
  switch (path) {
    case '/model':
      return { status: 200, body: answerAsModel(body) };
    case '/v1/chat/completions':
      return { status: 200, body: answerChat(body) };
    case '/v1/responses':
      return { status: 200, body: answerResponses(body) };
    case '/orders/find': {
      const order = orders[body.order_id];
      return order ? { status: 200, body: order } : { status: 404, body: { error: `no order ${body.order_id}` } };
    }
    case '/policies/refund':
      return { status: 200, body: { item: body.item, days: 30, share: 1 } };
    case '/refunds/order':
      return { status: 201, body: { refund_id: `R-${body.order_id}` } };
    case '/refunds/orders':
      return { status: 201, body: { refund_id: `R-${body.order_ids.join('-')}` } };
    case '/customers/lookup': {
      const customer = customers[body.customer_id];
      return customer ? { status: 200, body: customer } : { status: 404, body: { error: `no customer ${body.customer_id}` } };
    }
    case '/refunds':
      return { status: 201, body: { refund_id: `R-${body.customer_id}-${body.amount_cents}`, amount_cents: body.amount_cents } };
    case '/escalations':
      return { status: 201, body: { case_id: `E-${body.team}-1`, team: body.team } };
    default:
      return { status: 404, body: { error: `no such path ${path}` } };
  }
}
