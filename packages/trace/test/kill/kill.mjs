import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readTraceEvents, readTraceFile } from '../../dist/file.js';
import { randomOf } from '../fuzz/random.mjs';
import { eventsOfRun } from './events-of-run.mjs';

// `node kill.mjs --kills 200 [--seed 1]`: starts recordings and kills each at another point, from before its first event to after its end.
// Every event that the recording said it had must be readable then. Ends with a line of JSON; exit code 1 where one was lost.
const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } } });
const [kills, seed] = [values.kills, values.seed].map(Number);
const events = eventsOfRun();
const folder = mkdtempSync(join(tmpdir(), 'stepfork-kill-'));
const counts = { kills: 0, 'before the first event': 0, 'while recording': 0, 'while closing': 0, closed: 0, acknowledged: 0 };
try {
  for (let number = 0; number < kills; number++) await killOne(number, randomOf(seed, number));
} catch (error) {
  console.error(`seed ${seed}: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ seed, ...counts }));

async function killOne(number, random) {
  const file = join(folder, `${number}.${number % 2 === 0 ? 'sftrace' : 'sftrace.jsonl'}`);
  const force = random.chance(0.3);
  if (force) writeFileSync(file, 'old');
  const after = random.below(events.length + 2);
  const args = [join(import.meta.dirname, 'recording.mjs'), file, force ? 'force' : 'new', random.chance(0.5) ? 'drafts' : 'plain'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'close');
  let said = '';
  // At no point of its own: from then on, whenever the pipe and the scheduler let us.
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (said.split('\n').length > after) child.kill('SIGKILL');
  });
  if (after === 0) setTimeout(() => child.kill('SIGKILL'), random.below(150));
  const [, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`recording ${number} ended by itself`);
  const lines = said.split('\n').slice(0, -1);
  const closed = lines.at(-1) === 'closed';
  const acknowledged = closed ? events.length : Number(lines.at(-1) ?? 0);
  counts.kills++;
  counts.acknowledged += acknowledged;
  counts[
    closed ? 'closed' : acknowledged === events.length ? 'while closing' : acknowledged === 0 ? 'before the first event' : 'while recording'
  ]++;
  if (acknowledged > 0) await readAll(file, acknowledged, closed);
}

async function readAll(file, acknowledged, closed) {
  const read = [];
  for await (const event of readTraceEvents(file)) read.push(event);
  const lost = read.length < acknowledged || JSON.stringify(read) !== JSON.stringify(events.slice(0, read.length));
  if (lost) throw new Error(`${file}: ${acknowledged} events were acknowledged, ${read.length} are there, or they are others`);
  const { sealed, trunk } = await readTraceFile(file);
  if (closed && !sealed) throw new Error(`${file}: closed, and not sealed`);
  if (read.length < events.length && trunk.outcome.kind !== 'interrupted') throw new Error(`${file}: not interrupted`);
  const beside = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'));
  if (closed && beside.length > 0) throw new Error(`${file}: closed, and ${beside} is left beside it`);
}
