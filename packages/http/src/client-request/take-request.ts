import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import { currentRun } from '@stepfork/interceptor';
import { answerExchange } from './answer-exchange.ts';
import { markKnown } from './known-requests.ts';
import { isSending } from './send-request.ts';
import { socketPair } from './socket-pair.ts';

/** What the types of Node do not tell. */
interface Untold {
  readonly protocol?: string;
  readonly timeout?: number;
  readonly options?: { readonly timeout?: number };
  readonly _defaultAgent?: { readonly protocol?: string };
}

/** Gives a request of a run a socket at whose other end we answer. `false`: it is none, and its agent may find it one. */
export function takeRequest(request: ClientRequest, agent: Agent, options: RequestOptions): boolean {
  if (isSending() || !isCall(request)) return false;
  const isSecure = [agent as Untold, options as Untold, (options as Untold)._defaultAgent].some((one) => one?.protocol === 'https:');
  const { client, server } = socketPair(isSecure);
  const timeout = (request as Untold).timeout ?? (agent as Untold).options?.timeout;
  if (timeout !== undefined) client.setTimeout(timeout);
  answerExchange({ request: markKnown(request), agent, options, isSecure, client }, server);
  request.onSocket(client as never);
  return true;
}

/** It is one of the agent, or may be one that asks a model. Tunnels, and what stops being HTTP, are left alone. */
function isCall(request: ClientRequest): boolean {
  const run = currentRun();
  if (run === null || run.inside === 'model' || (run.inside === 'tool' && request.method !== 'POST')) return false;
  return request.method !== 'CONNECT' && !request.hasHeader('upgrade');
}
