import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';

/** One request of `http.request` that we answer. */
export interface Exchange {
  readonly request: ClientRequest;
  /** What it would have been sent by, and how: TLS, proxies, name look-up, local addresses. */
  readonly agent: Agent;
  readonly options: RequestOptions;
  /** Over TLS. */
  readonly isSecure: boolean;
  /** What the client has in the place of its socket. */
  readonly client: Duplex;
}
