const name = 'McpHttpError';

/** A server's answer over HTTP that is no message. The client is given it as it was. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(response: Response, body: string) {
    super(`The MCP server answered with HTTP status ${response.status}.`);
    this.name = name;
    this.status = response.status;
    this.headers = Object.fromEntries([...response.headers].filter(([header]) => kept.has(header)));
    this.body = body;
  }
}

/** The response that a server gave, where `error` says so, also one that was recorded; else `null`. */
export function responseOf(error: unknown): Response | null {
  if (!(error instanceof Error) || error.name !== name) return null;
  const { status, headers, body } = error as HttpError;
  return new Response(body === '' ? null : body, { status, headers });
}

/** What clients look at: what it is, and how to get leave. */
const kept: ReadonlySet<string> = new Set(['content-type', 'www-authenticate', 'retry-after']);
