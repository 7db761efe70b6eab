import type { JsonRpcMessage } from './json-rpc.ts';

/** What really carries messages to a server: a transport of an SDK, or requests over HTTP. */
export interface Wire {
  /** What the server is called until it has said its name. */
  readonly label: string;
  start(): Promise<void>;
  send(message: JsonRpcMessage, options?: SendOptions): Promise<void>;
  close(options?: unknown): Promise<void>;
}

/** The options of `send`, of which only what breaks it off is ours to know. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  readonly requestSignal?: AbortSignal;
}

/** The client's side of a connection. */
export interface ClientEnd {
  message(message: JsonRpcMessage, extra?: unknown): void;
  closed(): void;
}
