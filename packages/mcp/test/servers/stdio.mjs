import { appendFileSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { weatherServer } from './weather.mjs';

const [, , notes, name] = process.argv;
appendFileSync(notes, 'started\n');
await weatherServer(notes, name).connect(new StdioServerTransport());
