import { Connection } from './connection.ts';
import { connectedFetch } from './http-connection.ts';
import type { JsonRpcMessage } from './json-rpc.ts';
import { serverLabel } from './server-label.ts';
import type { SendOptions } from './wire.ts';

interface Transport {
  start(): Promise<void>;
  send(message: JsonRpcMessage, options?: SendOptions): Promise<void>;
  close(options?: unknown): Promise<void>;
  onmessage?: ((message: JsonRpcMessage, extra?: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
}

const wrapped = Symbol.for('stepfork.mcp.wrapped');

/** How `@ai-sdk/mcp` is told of a server that it makes the transport for. */
interface TransportConfig {
  readonly type: string;
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Makes what goes over this transport of `@modelcontextprotocol/sdk`, `@modelcontextprotocol/client` or `@ai-sdk/mcp` calls of the run that asks. A transport stays the same object: its methods are replaced on it, and what it tells
 * its client passes through us. Of the configuration of one over streamable HTTP a copy is given, with a `fetch` of its own; any other is left as it is.
 */
export function wrapTransport<T extends object>(transport: T): T {
  if (wrapped in transport) return transport;
  if (isConfig(transport)) return transport.type === 'http' ? wrapConfig(transport) : transport;
  if (!isTransport(transport)) return transport;
  Object.defineProperty(transport, wrapped, { value: true });
  wrapMethods(transport);
  return transport;
}

function isTransport(transport: object): transport is Transport {
  return ['start', 'send', 'close'].every((method) => typeof (transport as Readonly<Record<string, unknown>>)[method] === 'function');
}

function isConfig(transport: object): transport is TransportConfig {
  return !('start' in transport) && 'type' in transport && 'url' in transport && typeof transport.url === 'string';
}

function wrapConfig<T extends TransportConfig>(config: T): T {
  const { url, fetch } = config;
  // The one that is there when something is sent.
  const send: typeof globalThis.fetch = fetch ?? ((...args) => globalThis.fetch(...args));
  return { ...config, fetch: connectedFetch(url, send), [wrapped]: true };
}

function wrapMethods(transport: Transport): void {
  const { start, send, close } = transport;
  let client: Pick<Transport, 'onmessage' | 'onclose'> = {};
  const connection = new Connection(
    {
      label: serverLabel(transport),
      start: () => start.call(transport),
      send: (message, options) => send.call(transport, message, options),
      close: (options) => close.call(transport, options),
    },
    {
      message: (message, extra) => client.onmessage?.(message, extra),
      closed: () => client.onclose?.(),
    },
  );
  const onmessage = (message: JsonRpcMessage, extra?: unknown): void => connection.receive(message, extra);
  const onclose = (): void => connection.closed();
  /** A client puts its handlers there before it starts the transport; what looks whether the server speaks, before it sends. */
  const listen = (): void => {
    if (transport.onmessage !== onmessage) client = { ...client, onmessage: transport.onmessage };
    if (transport.onclose !== onclose) client = { ...client, onclose: transport.onclose };
    Object.assign(transport, { onmessage, onclose });
  };
  transport.start = () => {
    listen();
    return connection.start();
  };
  transport.send = (message, options) => {
    listen();
    return connection.send(message, options);
  };
  transport.close = (options) => connection.close(options);
}
