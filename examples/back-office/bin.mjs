#!/usr/bin/env node
import { startBackOffice } from './server.mjs';

const office = await startBackOffice({ port: Number(process.env.PORT ?? 0) });
console.log(`OFFICE_URL=${office.url}`);
