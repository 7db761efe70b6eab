import http, { Agent, type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { passOver } from '@stepfork/interceptor';
import { type ProcessWide, processWide } from '@stepfork/trace';
import { takeRequest } from './take-request.ts';

/** Where an agent is handed a request, to find a socket for it. */
interface AddsRequests {
  addRequest(this: Agent, request: ClientRequest, options: RequestOptions, ...more: unknown[]): void;
}

interface AgentSlot extends ProcessWide {
  isPatched: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: stands in the place of functions with many forms.
type AnyFunction = (...args: any[]) => any;

const key: unique symbol = Symbol.for('stepfork.http.agents') as never;

/**
 * Requests of runs get no socket of an agent, but us: whatever makes them, and whenever it got hold of `http.request`. The client stays Node's
 * own, with all that it does. Once in a process, also where two copies of this package are loaded.
 */
export function patchAgents(): void {
  const slot = processWide<AgentSlot>('@stepfork/http', key, 1, () => ({ isPatched: false }));
  if (slot.isPatched) return;
  slot.isPatched = true;
  passOver(new URL('.', import.meta.url));
  const prototype = Agent.prototype as unknown as AddsRequests;
  prototype.addRequest = taking(prototype.addRequest);
  for (const target of [http, https] as unknown as Record<string, AnyFunction>[]) {
    for (const name of ['request', 'get']) target[name] = knowingAgents(name, target[name] as AnyFunction);
  }
  syncBuiltinESMExports();
}

function taking(real: AddsRequests['addRequest'], agent?: Agent): AddsRequests['addRequest'] {
  return function addRequest(request, options, ...more) {
    const own = agent ?? this;
    if (!takeRequest(request, own, options)) Reflect.apply(real, own, [request, options, ...more]);
  };
}

/** Agents that are none of Node's own class, as those of old proxies. */
function knowingAgents(name: string, real: AnyFunction): AnyFunction {
  const replaced = function (this: unknown, ...args: unknown[]): unknown {
    return Reflect.apply(
      real,
      this,
      args.map((one) => (isOptions(one) && isForeign(one.agent) ? { ...one, agent: known(one.agent) } : one)),
    );
  };
  Object.defineProperty(replaced, 'name', { value: name });
  return replaced;
}

function isOptions(value: unknown): value is { readonly agent?: unknown } {
  return typeof value === 'object' && value !== null && !(value instanceof URL);
}

function isForeign(agent: unknown): agent is Agent {
  return typeof agent === 'object' && agent !== null && !(agent instanceof Agent) && 'addRequest' in agent;
}

function known(agent: Agent): Agent {
  const { addRequest } = agent as unknown as AddsRequests;
  return Object.create(agent, { addRequest: { value: taking(addRequest, agent) } }) as Agent;
}
