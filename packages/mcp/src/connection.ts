import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRun, interceptCall, onAbort } from '@stepfork/interceptor';
import type { Answer } from './answer.ts';
import { answerForm } from './answer-form.ts';
import { partOf } from './answer-part.ts';
import { Cancelled } from './cancelled.ts';
import { isConnectionClosed } from './connection-closed.ts';
import { isRequest, isResponse, type JsonRpcMessage, type JsonRpcRequest, type JsonRpcResponse, type RequestId } from './json-rpc.ts';
import { KnownServer } from './known-server.ts';
import { replyForm } from './reply-form.ts';
import { failureOf } from './server-error.ts';
import { ServerLink } from './server-link.ts';
import type { ClientEnd, SendOptions, Wire } from './wire.ts';

/** A request of a run that has no answer yet. */
interface OpenRequest {
  isLeft: boolean;
  leave: () => void;
}

/**
 * Stands between a client and its server. What an agent asks goes through the interceptor of its run, and the server is only reached where that
 * lets the call run. What is said outside of runs, and in the body of a tool, where it is what the tool does, passes untouched.
 */
export class Connection {
  readonly #client: ClientEnd;
  readonly #link: ServerLink;
  readonly #server: KnownServer;
  readonly #open = new Map<RequestId, OpenRequest>();
  /** Requests of the server that the client has not answered: their methods. */
  readonly #asked = new Map<RequestId, string>();
  #agent: <R>(body: () => R) => R = (body) => body();
  #isClosed = false;
  #made = 0;

  constructor(wire: Wire, client: ClientEnd) {
    this.#client = client;
    this.#link = new ServerLink(wire);
    this.#server = new KnownServer(wire.label);
  }

  /** The server hears what the client says. */
  get isUp(): boolean {
    return this.#link.isUp;
  }

  async start(): Promise<void> {
    this.#agent = AsyncLocalStorage.snapshot();
    // What the agent asks decides whether there is a server.
    if (ownRun() === null) await this.#link.start();
  }

  /** @param client where what comes for this message is told, if not to the client of the connection */
  async send(message: JsonRpcMessage, options?: SendOptions, client: ClientEnd = this.#client): Promise<void> {
    const run = ownRun();
    if (isRequest(message)) {
      if (run !== null) return this.#ask(message, run, client, options);
      return this.#link.send(message, options);
    }
    if (isResponse(message)) return this.#reply(message, run, options);
    const { method, params } = message;
    if (method === 'notifications/cancelled') this.#open.get(params?.requestId as RequestId)?.leave();
    if (this.#link.isUp) await this.#link.send(message, options);
  }

  /** A message has come from the server. */
  receive(message: JsonRpcMessage, extra?: unknown): void {
    const exchange = this.#link.receive(message);
    if (exchange !== null) exchange.push(message);
    else this.#agent(() => this.#hand(message, this.#client, extra));
  }

  async close(options?: unknown): Promise<void> {
    for (const request of this.#open.values()) request.leave();
    this.#server.release();
    if (this.#link.isStarted) await this.#link.close(options);
    else this.#tellClosed();
  }

  /** The real connection is closed. */
  closed(): void {
    this.#server.release();
    this.#link.closed();
    // The agent learns it by what it waits for, when that has been taken down: what it does then comes after it.
    if (this.#open.size === 0) this.#tellClosed();
  }

  async #ask(request: JsonRpcRequest, run: object, client: ClientEnd, options?: SendOptions): Promise<void> {
    const open: OpenRequest = { isLeft: false, leave: () => {} };
    const left = (then: () => void): void => {
      open.leave = () => {
        open.isLeft = true;
        then();
      };
    };
    left(() => {});
    this.#open.set(request.id, open);
    const forget = onAbort(options?.signal ?? options?.requestSignal, () => open.leave());
    if (request.method === 'initialize') this.#link.introduces(request);
    const body = (): Promise<Answer> => {
      const exchange = this.#link.expect(request);
      left(() => exchange.cancel());
      return this.#link.ask(exchange, request, options);
    };
    try {
      const form = answerForm(request, () => this.#newId());
      const answer = await interceptCall({ ...this.#server.describe(request, run), form }, body);
      if (answer.kind === 'parts') left(() => answer.leave());
      if (open.isLeft) open.leave();
      else await this.#answer(request, answer, open, client);
    } catch (error) {
      this.#fail(request, error, open, client);
    } finally {
      forget();
      this.#open.delete(request.id);
    }
  }

  async #answer({ id }: JsonRpcRequest, answer: Answer, open: OpenRequest, client: ClientEnd): Promise<void> {
    if (answer.kind === 'whole') {
      this.#server.learn(answer.result);
      client.message({ jsonrpc: '2.0', id, result: answer.result });
      return;
    }
    for (let next = await answer.next(); !next.done && !open.isLeft; next = await answer.next()) {
      const { message } = next.value;
      if (isResponse(message) && 'result' in message) this.#server.learn(message.result);
      this.#hand(message, client);
    }
  }

  #fail({ id }: JsonRpcRequest, error: unknown, { isLeft }: OpenRequest, client: ClientEnd): void {
    if (isLeft || error instanceof Cancelled) return;
    const failure = failureOf(error);
    if (failure !== null) client.message({ jsonrpc: '2.0', id, error: failure });
    else if (isConnectionClosed(error)) this.#tellClosed();
    else throw error;
  }

  /** The client answers the server: that is something that the agent says, so it is a call, of which nothing comes back. */
  async #reply(response: JsonRpcResponse, run: object | null, options?: SendOptions): Promise<void> {
    const method = this.#asked.get(response.id);
    this.#asked.delete(response.id);
    const send = async (): Promise<void> => {
      if (this.#link.isUp) await this.#link.send(response, options);
    };
    if (run === null || method === undefined) return send();
    const input = { server: this.#server.nameIn(run), ...partOf(response) };
    const call = { kind: 'tool', name: `MCP ${method}`, input, effect: false, stable: true, example: null } as const;
    await interceptCall({ ...call, form: replyForm }, send);
  }

  #hand(message: JsonRpcMessage, client: ClientEnd, extra?: unknown): void {
    if (isRequest(message)) this.#asked.set(message.id, message.method);
    client.message(message, extra);
  }

  #newId(): RequestId {
    this.#made += 1;
    return `stepfork-${this.#made}`;
  }

  #tellClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#client.closed();
  }
}

/** The run whose own work is going on; `null`: none, or it is in the body of a tool or a model. */
function ownRun(): object | null {
  const run = currentRun();
  return run === null || run.inside !== null ? null : run.id;
}
