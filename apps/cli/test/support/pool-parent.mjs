// A process with a pool whose worker is in the middle of a run; it ends as its last argument says, or is ended from outside.
import { readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { readTraceFile } from '@stepfork/trace/file';
import { resolveAgentRef } from '../../dist/agent/agent-ref.js';
import { createWorkerPool } from '../../dist/pool/create-worker-pool.js';

const [trace, agent, ending] = process.argv.slice(2);
const traces = await readTraceFile(trace);
watch(dirname(process.env.PID_FILE), () => {
  if (readFileSync(process.env.PID_FILE, 'utf8') === '') return;
  if (ending === 'throws') throw new Error('uncaught');
  if (ending === 'exits') process.exit(0);
  process.stdout.write('running\n');
});
const candidate = { traces, agent: resolveAgentRef(agent, []), claim: null, rules: { timeoutMs: 60_000 } };
await createWorkerPool({ workers: 1 }).runCandidate(candidate);
