// node replay-driver.mjs <driver> <folder>: replays each file in a process that has never seen the provider. Prints the verdicts as JSON.
import '@stepfork/http/register';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparableTrace, replay } from '@stepfork/replay';
import { diffTraces } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { cases } from './cases.mjs';
import { firstDifference } from './first-difference.mjs';

const [name, folder] = process.argv.slice(2);
const { agent } = await import(`../drivers/${name}.mjs`);
const network = { sockets: 0, requests: 0 };
subscribe('net.client.socket', () => {
  network.sockets += 1;
});
subscribe('undici:request:create', () => {
  network.requests += 1;
});

const verdicts = {};
for (const { mode, fault } of cases) verdicts[`${mode} ${fault}`] = await verdictOf(mode, fault);
writeFileSync(join(folder, 'verdicts.json'), JSON.stringify(verdicts));
process.exit(0);

async function verdictOf(mode, fault) {
  const before = { ...network };
  const traces = await fileOf(`${mode}-${fault}`);
  const { trunk } = traces;
  const ran = {
    calls: trunk.steps.length,
    ends: trunk.outcome.kind,
    ...(trunk.outcome.kind === 'threw' && { error: errorOf(trunk.outcome.error) }),
  };
  const unseen = trunk.steps.filter(({ call }) => call.kind === 'model').length === 0;
  if (unseen) return { verdict: 'not supported', why: 'no model call was recorded', ...ran };
  const { trace, receipt, stop } = await replay(traces, agent);
  const why =
    (stop === null ? null : `the replay stopped: ${JSON.stringify(stop)}`) ??
    firstDifference(plain(trunk.outcome), plain(trace.outcome), 'the outcome') ??
    firstDifference(callsOf(trunk), callsOf(trace), 'the calls') ??
    (receipt.bodiesRun > 0 ? 'the body of a tool ran' : null) ??
    (network.sockets > before.sockets || network.requests > before.requests ? 'it went to the network' : null) ??
    (JSON.stringify(traces).includes(process.env.RECORDED_LOGIN) ? 'the API key stands in the trace' : null);
  if (why !== null) return { verdict: 'different', why, ...ran };
  const other = fault === 'ids' ? differenceOfTwo(trunk, (await fileOf(`${mode}-${fault}-again`)).trunk) : null;
  return other === null ? { verdict: 'same', ...ran } : { verdict: 'partial', why: other, ...ran };
}

function fileOf(file) {
  return readTraceFile(join(folder, `${file}.sftrace`));
}

/** Two recordings against a provider that draws its ids anew. */
function differenceOfTwo(one, other) {
  const [first] = diffTraces(comparableTrace(one), comparableTrace(other));
  if (first === undefined) return null;
  return `the replay is the same, but two recordings differ at ${first.changes?.[0]?.path ?? JSON.stringify(first).slice(0, 200)}`;
}

/** Calls with what came back, without times. */
function callsOf({ steps }) {
  return plain(
    steps.map(({ call, outcome }) => [
      call,
      outcome.kind === 'streamed' ? [outcome.chunks.map(({ value }) => value), outcome.end] : outcome,
    ]),
  );
}

/** Without the classes above that of an error, which are known only where it was made. */
function plain(value) {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'bases' ? undefined : inner)));
}

function errorOf({ class: className, message }) {
  return `${className}: ${String(message).split('\n')[0].slice(0, 120)}`;
}
