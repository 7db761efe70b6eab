import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

export declare function weatherServer(notes: string, name?: string): McpServer;
