import type { Answer, ReceivedMessage } from './answer.ts';
import { Cancelled } from './cancelled.ts';
import { isResponse, type JsonRpcMessage } from './json-rpc.ts';
import { ServerError } from './server-error.ts';

/** One request on its way: what the server sends for it, until it has answered. */
export class Exchange {
  readonly #messages: JsonRpcMessage[] = [];
  #failure: { readonly error: unknown } | null = null;
  #isOver = false;
  #wake = (): void => {};

  push(message: JsonRpcMessage): void {
    this.#messages.push(message);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  cancel(): void {
    this.fail(new Cancelled());
  }

  /**
   * Resolves with the first message: a response alone is a whole answer.
   *
   * @throws ServerError where the response is an error; what `fail` was given
   */
  async answer(): Promise<Answer> {
    await this.#some();
    const [first] = this.#messages;
    if (first === undefined) throw this.#failure?.error;
    if (!isResponse(first)) return { kind: 'parts', next: () => this.#next(), leave: () => this.cancel() };
    if ('error' in first) throw new ServerError(first.error);
    return { kind: 'whole', result: first.result };
  }

  async #next(): Promise<IteratorResult<ReceivedMessage, undefined>> {
    if (this.#isOver) return { done: true, value: undefined };
    await this.#some();
    const message = this.#messages.shift();
    if (message === undefined) throw this.#failure?.error;
    this.#isOver = isResponse(message);
    return { done: false, value: { message } };
  }

  async #some(): Promise<void> {
    if (this.#messages.length > 0 || this.#failure !== null) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
