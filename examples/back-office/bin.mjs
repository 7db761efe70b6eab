#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { startBackOffice } from './server.mjs';

// `back-office` serves until it is stopped; `back-office <command …>` serves while that command runs, and ends as it ends.
const office = await startBackOffice({ port: Number(process.env.PORT ?? 0) });
const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.log(`OFFICE_URL=${office.url}`);
} else {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, OFFICE_URL: office.url } });
  child.on('close', async (code) => {
    process.exitCode = code ?? 1;
    await office.close();
  });
}
