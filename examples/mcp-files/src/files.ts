import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Tool } from './model.ts';

const server = fileURLToPath(new URL('./files-server.mjs', import.meta.url));
const papers = fileURLToPath(new URL('../papers/', import.meta.url));

/** What the model may use of all that the server offers. */
const offered: readonly string[] = ['list_directory', 'read_text_file', 'write_file'];

export interface Papers {
  list(): Promise<readonly Tool[]>;
  call(name: string, input: object): Promise<string>;
  close(): Promise<void>;
}

/** The papers of the office, behind an MCP server that sees no other folder. */
export async function openPapers(): Promise<Papers> {
  const client = new Client({ name: 'ledger', version: '1.0.0' });
  const { AUDIT_LOG } = process.env;
  const env = { ...getDefaultEnvironment(), ...(AUDIT_LOG !== undefined && { AUDIT_LOG }) };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server, '.'], cwd: papers, env, stderr: 'ignore' }));
  return {
    async list() {
      const { tools } = await client.listTools();
      return tools.filter(({ name }) => offered.includes(name));
    },
    async call(name, input) {
      const { content } = await client.callTool({ name, arguments: { ...input } });
      return (content as readonly { readonly text: string }[]).map(({ text }) => text).join('\n');
    },
    close: () => client.close(),
  };
}
