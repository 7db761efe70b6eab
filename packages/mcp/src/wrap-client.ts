import { StepforkError } from '@stepfork/trace';
import { wrapTransport } from './wrap-transport.ts';

/** A client of `@modelcontextprotocol/sdk` or `@modelcontextprotocol/client`. */
export interface Client {
  connect(transport: never, ...rest: never[]): Promise<unknown>;
  readonly transport?: object | undefined;
}

/**
 * The client, with what it asks its server recorded as calls of the run that asks. Wrap it before it connects: in a replay no server is started then.
 *
 * @throws StepforkError if it is no client of these packages
 */
export function wrapClient<C extends Client>(client: C): C {
  if (typeof (client as Partial<Client>).connect !== 'function') {
    throw new StepforkError('STEPFORK_BOUNDARY', 'Only a client that has `connect` can be wrapped.', {
      hint: 'With @ai-sdk/mcp wrap what carries its messages: createMCPClient({ transport: wrapTransport(…) }).',
    });
  }
  const connect = client.connect as unknown as Connect;
  client.connect = ((transport: object, ...rest: unknown[]) => connect.call(client, wrapTransport(transport), ...rest)) as C['connect'];
  if (client.transport !== undefined) wrapTransport(client.transport);
  return client;
}

type Connect = (this: unknown, transport: object, ...rest: unknown[]) => Promise<unknown>;
