import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProvider } from '@stepfork/testkit';
import { readTraceFile } from '@stepfork/trace/file';
import { countConnections } from './count-connections.mjs';
import { differenceOfTwo } from './difference-of-two.mjs';
import { stepfork } from './stepfork.mjs';

const program = fileURLToPath(new URL('./run-agent.mjs', import.meta.url));
// A replay needs none; that it has another one shows that none decides anything.
const keys = { recorded: 'sk-proj-recorded-0123456789abcdefghijklmnop', replayed: 'sk-proj-replayed-0123456789abcdefghijklmnop' };

/**
 * One agent of `drivers/` in one case, as a program: `stepfork record -- node …` with the provider up, `stepfork replay … -- node …` with the provider down.
 *
 * @returns {Promise<{ verdict: 'same' | 'different' | 'not supported', why?: string, calls?: number, ends?: string, error?: string }>}
 */
export async function measureCase(name, { mode, fault, model }) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-sdk-'));
  const command = ['--', 'node', program, name, model, mode];
  // Twice where ids are all that can differ: two recordings of one behaviour must have no difference.
  const files = fault === 'ids' ? ['one.sftrace', 'two.sftrace'] : ['one.sftrace'];
  try {
    const provider = await startProvider({ ids: 'random' });
    const asked = { PROVIDER_URL: provider.url, PROVIDER_LOGIN: keys.recorded };
    const recorded = [];
    for (const file of files) recorded.push(await stepfork(folder, ['record', '-o', file, ...command], asked));
    const { length: requests } = provider.requests;
    await provider.close();
    const [first] = recorded;
    if (resultOf(first) === null) return { verdict: 'not supported', why: `the program did not run: ${lastOf(first)}` };
    if (requests === 0 || first.network.length === 0) throw new Error(`nothing was counted while recording ${name}: the measure is broken`);
    const traces = await readTraceFile(join(folder, files[0]));
    const { steps } = traces.trunk;
    const ran = { calls: steps.length, ...endOf(resultOf(first)) };
    if (!steps.some(({ call }) => call.kind === 'model')) return { verdict: 'not supported', why: 'no model call was recorded', ...ran };

    const down = await countConnections(new URL(provider.url).port);
    const replayed = await stepfork(folder, ['replay', files[0], '--timeout', '100000', ...command], {
      ...asked,
      PROVIDER_LOGIN: keys.replayed,
    });
    const connections = await down.close();
    const why =
      differenceOf(first, replayed) ??
      (replayed.stderr.includes('no body ran') ? null : `not all was answered: ${lastOf(replayed)}`) ??
      (connections > 0 || replayed.network.length > 0
        ? `it went to the network: ${connections} connections, ${replayed.network.join(', ')}`
        : null) ??
      (JSON.stringify(traces).includes(keys.recorded) ? 'the API key stands in the trace' : null);
    if (why !== null) return { verdict: 'different', why, ...ran };
    const other = fault === 'ids' ? await differenceOfTwo(folder, files) : null;
    return other === null ? { verdict: 'same', ...ran } : { verdict: 'different', why: other, ...ran };
  } finally {
    if (process.env.KEEP_TRACES === undefined) rmSync(folder, { recursive: true, force: true });
    else console.error(folder);
  }
}

function differenceOf(recorded, replayed) {
  if (replayed.code !== recorded.code) return `exit code ${recorded.code} became ${replayed.code}: ${lastOf(replayed)}`;
  if (replayed.stdout === recorded.stdout) return null;
  const at = [...recorded.stdout].findIndex((character, index) => character !== replayed.stdout[index]);
  const shown = ({ stdout }) => JSON.stringify(stdout.slice(Math.max(0, at - 20), at + 40));
  return `stdout differs at character ${at}: ${shown(recorded)} became ${shown(replayed)}`;
}

/** The last line of a program that came to its end: an SDK may print its own lines before. */
function resultOf({ stdout }) {
  const last = stdout.trimEnd().split('\n').at(-1);
  return last.startsWith('{') ? JSON.parse(last) : null;
}

function endOf({ threw }) {
  if (threw === undefined) return { ends: 'returned' };
  return { ends: 'threw', error: `${threw.class}: ${String(threw.message).split('\n')[0].slice(0, 120)}` };
}

function lastOf({ stderr, code }) {
  return stderr.trim().slice(-600) || `it ended with ${code}`;
}
