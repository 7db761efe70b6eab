import { isResponse, type JsonRpcMessage } from './json-rpc.ts';

/** The messages that answer one request, as a response over HTTP: one document where there is one message, else a stream of events. */
export class ReplyStream {
  readonly response: Promise<Response>;
  #resolve: (response: Response) => void = () => {};
  #events: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly #headers: () => Record<string, string>;

  constructor(headers: () => Record<string, string>) {
    this.#headers = headers;
    this.response = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  push(message: JsonRpcMessage): void {
    const isLast = isResponse(message);
    if (isLast && this.#events === null) {
      this.#resolve(Response.json(message, { headers: this.#headers() }));
      return;
    }
    const events = this.#events ?? this.#open();
    events.enqueue(new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`));
    if (isLast) events.close();
  }

  /** There is another answer; or none more, where some of it has come. */
  end(response: Response): void {
    this.#events?.error(new TypeError('terminated'));
    this.#resolve(response);
  }

  #open(): ReadableStreamDefaultController<Uint8Array> {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#events = controller;
      },
    });
    this.#resolve(new Response(stream, { headers: { ...this.#headers(), 'content-type': 'text/event-stream' } }));
    return this.#events as unknown as ReadableStreamDefaultController<Uint8Array>;
  }
}
