import type { JsonRpcFailure } from './json-rpc.ts';

const name = 'McpServerError';

/** A server's own answer that it could not do what it was asked. The client makes the error of its SDK of it. */
export class ServerError extends Error {
  readonly code: number;
  readonly data?: unknown;

  constructor({ code, message, data }: JsonRpcFailure) {
    super(message);
    this.name = name;
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** What the server said, where `error` is such an answer, also one that was recorded; else `null`. */
export function failureOf(error: unknown): JsonRpcFailure | null {
  if (!(error instanceof Error) || error.name !== name) return null;
  const { code, message, data } = error as ServerError;
  return { code, message, ...(data !== undefined && { data }) };
}
