import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { HttpError } from './http-error.ts';
import { isRequest, type JsonRpcMessage } from './json-rpc.ts';
import type { SendOptions, Wire } from './wire.ts';

type Fetch = typeof globalThis.fetch;

/** Carries messages to a server by `fetch`, each with what its client sends along. */
export class HttpWire implements Wire {
  readonly label: string;
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #receive: (message: JsonRpcMessage) => void;
  readonly #inits = new WeakMap<JsonRpcMessage, RequestInit>();
  /** What the client sends with messages to a server that it has just met. */
  #introducing: RequestInit = {};
  #sessionId: string | null = null;

  constructor(url: string, fetch: Fetch, receive: (message: JsonRpcMessage) => void) {
    this.label = new URL(url).pathname;
    this.#url = url;
    this.#fetch = fetch;
    this.#receive = receive;
  }

  /** By which the server knows the client; `null`: by nothing. */
  get sessionId(): string | null {
    return this.#sessionId;
  }

  /** The message is one that the client sends so. */
  note(message: JsonRpcMessage, init: RequestInit): void {
    if ('method' in message && message.method === 'initialize') this.#introducing = withoutSignal(init);
    this.#inits.set(message, init);
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  /** A request that carries no message of the client. */
  request(init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#sessionId !== null && !headers.has(sessionHeader)) headers.set(sessionHeader, this.#sessionId);
    return this.#fetch(this.#url, { ...init, headers });
  }

  async send(message: JsonRpcMessage, options: SendOptions = {}): Promise<void> {
    const { signal } = options;
    const init = this.#inits.get(message) ?? this.#introducing;
    const response = await this.request({ ...init, method: 'POST', body: JSON.stringify(message), ...(signal && { signal }) });
    this.#sessionId = response.headers.get(sessionHeader) ?? this.#sessionId;
    if (!response.ok) throw new HttpError(response, await response.text().catch(() => ''));
    if (!isRequest(message)) {
      await response.body?.cancel();
      return;
    }
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream') && response.body !== null) await this.#readEvents(response.body);
    else this.#take(await response.text());
  }

  async #readEvents(body: ReadableStream<Uint8Array>): Promise<void> {
    const onEvent = ({ event, data }: EventSourceMessage): void => {
      if ((event === undefined || event === 'message') && data !== '') this.#take(data);
    };
    const parser = createParser({ onEvent });
    const decoder = new TextDecoder();
    for await (const bytes of body) parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
  }

  #take(text: string): void {
    const said = JSON.parse(text) as JsonRpcMessage | readonly JsonRpcMessage[];
    for (const message of Array.isArray(said) ? (said as readonly JsonRpcMessage[]) : [said as JsonRpcMessage]) this.#receive(message);
  }
}

function withoutSignal({ signal: _signal, ...init }: RequestInit): RequestInit {
  return init;
}

export const sessionHeader = 'mcp-session-id';
