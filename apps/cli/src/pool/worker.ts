// The program of a worker process; `create-worker-pool.ts` starts it, with the id of its own process.
import { agentTakes } from '../agent/guard.ts';
import { endWith } from '../processes/end-with.ts';
import type { Report } from './messages.ts';
import { serveOrders } from './serve-orders.ts';

// Taken before an agent is loaded, and kept from it: code that finds `process.send` may take it for somebody to talk to.
const send = process.send?.bind(process);
if (send === undefined) throw new Error('this program is started by the worker pool of stepfork');
Reflect.deleteProperty(process, 'send');

process.once('disconnect', endWith(Number(process.argv[2]), 'group'));
// So that an agent sees the same as in any process.
process.argv.splice(2);

// Without a report the pool sees the process end under its agent, and says so.
const stray = (error: unknown): void => {
  if (!agentTakes(error)) throw error;
};
process.on('uncaughtException', stray);
process.on('unhandledRejection', stray);
const report = (one: Report): void => void send(one);
process.on('message', serveOrders(report) as (order: unknown) => void);
report({ type: 'ready' });
