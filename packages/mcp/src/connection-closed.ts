const name = 'McpConnectionClosed';

/** The server went away before it answered. */
export class ConnectionClosed extends Error {
  constructor() {
    super('The connection to the MCP server closed before it answered.');
    this.name = name;
  }
}

/** Also of one that was recorded. */
export function isConnectionClosed(error: unknown): boolean {
  return error instanceof Error && error.name === name;
}
