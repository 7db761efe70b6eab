import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { weatherServer } from './weather.mjs';

export interface HttpServer {
  readonly url: string;
  /** How many have come so far. */
  readonly requests: number;
}

/** The weather server over streamable HTTP, on a free port of this machine, until the test has ended. */
export async function startHttpServer(notes: string): Promise<HttpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? undefined : (JSON.parse(Buffer.concat(chunks).toString()) as unknown);
    const transport = sessions.get(String(request.headers['mcp-session-id'])) ?? (await newSession());
    await transport.handleRequest(request, response, body);
  });

  async function newSession(): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await weatherServer(notes).connect(transport as Parameters<ReturnType<typeof weatherServer>['connect']>[0]);
    return transport;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    get requests() {
      return requests;
    },
  };
}
