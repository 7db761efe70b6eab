// The filesystem server of MCP, with a line in the audit log for each of its starts.
import { appendFileSync } from 'node:fs';

if (process.env.AUDIT_LOG) appendFileSync(process.env.AUDIT_LOG, 'started the filesystem server\n');
await import('@modelcontextprotocol/server-filesystem/dist/index.js');
