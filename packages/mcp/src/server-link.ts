import { toolWork } from '@stepfork/interceptor';
import type { Answer } from './answer.ts';
import { progressMethod } from './answer-part.ts';
import { ConnectionClosed } from './connection-closed.ts';
import { Exchange } from './exchange.ts';
import { isResponse, type JsonRpcMessage, type JsonRpcRequest, type RequestId } from './json-rpc.ts';
import type { SendOptions, Wire } from './wire.ts';

/** The real connection to a server. It is made when something is really sent, so a replay in which nothing runs makes none. */
export class ServerLink {
  readonly #wire: Wire;
  readonly #sent = new Map<RequestId, { readonly request: JsonRpcRequest; readonly exchange: Exchange }>();
  #started: Promise<void> | null = null;
  /** The client has introduced itself with it, and was answered by a recording: the server has not heard of it. */
  #unheard: JsonRpcRequest | null = null;
  #introduced: Promise<void> | null = null;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** The server hears what the client says. */
  get isUp(): boolean {
    return this.#started !== null && this.#unheard === null;
  }

  get isStarted(): boolean {
    return this.#started !== null;
  }

  start(): Promise<void> {
    this.#started ??= toolWork(() => this.#wire.start());
    return this.#started;
  }

  /** The client introduces itself; whether the server will hear of it is not known yet. */
  introduces(request: JsonRpcRequest): void {
    this.#unheard = request;
  }

  /** From now on what comes for this request is told to the exchange. */
  expect(request: JsonRpcRequest): Exchange {
    const exchange = new Exchange();
    this.#sent.set(request.id, { request, exchange });
    return exchange;
  }

  /**
   * Asks for real. Resolves as soon as something has come.
   *
   * @throws what the server or the way to it answered instead
   */
  async ask(exchange: Exchange, request: JsonRpcRequest, options?: SendOptions): Promise<Answer> {
    try {
      await this.#ready(request);
      this.#wire.send(request, options).catch((error: unknown) => exchange.fail(error));
      const answer = await exchange.answer();
      if (request === this.#unheard) this.#unheard = null;
      return answer;
    } catch (error) {
      this.#sent.delete(request.id);
      throw error;
    }
  }

  /** Sends what nobody waits for, or what is answered to the client itself. */
  async send(message: JsonRpcMessage, options?: SendOptions): Promise<void> {
    await this.#ready(message);
    await toolWork(() => this.#wire.send(message, options));
  }

  /** The request for which a message came; `null`: none of those that were asked here. */
  receive(message: JsonRpcMessage): Exchange | null {
    if (isResponse(message)) {
      const asked = this.#sent.get(message.id);
      this.#sent.delete(message.id);
      return asked?.exchange ?? null;
    }
    const open = [...this.#sent.values()];
    // Nothing in other messages says what they are about: the last request is the likeliest.
    if (message.method !== progressMethod) return open.at(-1)?.exchange ?? null;
    const token = message.params?.progressToken;
    return open.find(({ request }) => request.params?._meta?.progressToken === token)?.exchange ?? null;
  }

  close(options?: unknown): Promise<void> {
    for (const { exchange } of this.#sent.values()) exchange.cancel();
    return toolWork(() => this.#wire.close(options));
  }

  closed(): void {
    for (const { exchange } of this.#sent.values()) exchange.fail(new ConnectionClosed());
    this.#sent.clear();
  }

  async #ready(message: JsonRpcMessage): Promise<void> {
    await this.start();
    if (this.#unheard === null || message === this.#unheard) return;
    this.#introduced ??= this.#introduce(this.#unheard);
    await this.#introduced;
  }

  async #introduce(request: JsonRpcRequest): Promise<void> {
    await this.ask(this.expect(request), request);
    await this.#wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
}
