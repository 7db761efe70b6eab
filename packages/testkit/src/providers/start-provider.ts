import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerOf } from './answer-of.ts';
import { sendAnswer } from './send-answer.ts';
import { type Body, offeredTools, type ToolCall } from './wire.ts';

/** A request as the provider got it. */
export interface ProviderRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The client hung up before the answer was whole. */
  aborted: boolean;
}

/** A server on 127.0.0.1 that speaks the wire formats of model providers. */
export interface Provider {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  close(): Promise<void>;
}

export interface ProviderOptions {
  /** Ids and times that are other ones in each run. Default: the same in all. */
  readonly ids?: 'random' | 'fixed';
  /** Which tools are called, one after the other, before the answer in words. Default: the first that is offered, once, for the weather in Paris. */
  readonly calls?: (request: Body) => readonly ToolCall[];
  /** Default: a free one. */
  readonly port?: number;
}

/**
 * Starts it. It asks for `calls` of tools, then an answer in words follows.
 *
 * Parts of the model's name steer it: `slow` (20 ms between the chunks), `split` (chunks cut inside of characters and lines), `gzip`, `-br`,
 * `cut` (the connection is cut in the middle), `fail429` or `fail500` (the first call fails), `wait7` (with `retry-after: 7`), `stall` (no answer ever),
 * `each` (each tool that is offered is called once, one after the other).
 */
export async function startProvider({ ids = 'fixed', calls = weatherCalls, port = 0 }: ProviderOptions = {}): Promise<Provider> {
  const requests: ProviderRequest[] = [];
  const failed = new Set<string>();
  const mint = ids === 'random' ? (): string => `${Math.random().toString(36).slice(2, 11).padEnd(9, '0')}0` : counter();
  const seconds = ids === 'random' ? (): number => 1_700_000_000 + Math.floor(Math.random() * 1_000_000) : (): number => 1_700_000_000;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const kept: ProviderRequest = { method, url, headers, body: await text(request), aborted: false };
    requests.push(kept);
    response.on('close', () => {
      kept.aborted = !response.writableFinished;
    });
    if (kept.body.includes('stall')) return;
    await sendAnswer(response, answerOf({ ...kept, mint, seconds, failed, calls }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function weatherCalls(request: Body): readonly ToolCall[] {
  const offered = offeredTools(request).map((name) => ({ name, input: { city: 'Paris' } }));
  return String(request.model).includes('each') ? offered : offered.slice(0, 1);
}

function counter(): () => string {
  let count = 0;
  return () => `fix${++count}`;
}
