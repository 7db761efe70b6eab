// Every SDK of drivers/ as a program: recorded with a provider that is up, replayed while it is down. See docs/sdks.md.
//   npm run bench:sdk [-- --only ollama,openai-chat] [-- --json results.json]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases } from './src/cases.mjs';
import { installed } from './src/installed.mjs';
import { measureCase } from './src/measure-case.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(join(here, 'drivers')).map((file) => file.replace(/\.mjs$/, ''));
const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
const only = values.only?.split(',') ?? names;
const wrong = only.filter((name) => !names.includes(name));
if (wrong.length > 0) {
  console.error(`no driver named ${wrong.join(', ')}: there are ${names.join(', ')}`);
  process.exit(2);
}

const jobs = only.flatMap((name) => cases.map((one) => ({ name, ...one, verdict: null })));
// Each is a process at a time, and much of it waits.
await Promise.all(Array.from({ length: Math.min(4, Math.max(2, availableParallelism())) }, work));
const sdks = Object.fromEntries(only.map((name) => [name, { ...headOf(name), verdicts: verdictsOf(name) }]));
if (values.json !== undefined) writeResults(values.json);
const same = jobs.filter(({ verdict }) => verdict.verdict === 'same');
console.log(`\n${same.length} of ${jobs.length} the same`);
process.exitCode = same.length === jobs.length ? 0 : 1;

async function work() {
  for (;;) {
    const job = jobs.find(({ verdict }) => verdict === null);
    if (job === undefined) return;
    job.verdict = { verdict: 'running' };
    job.verdict = await measureCase(job.name, job);
    const { verdict, why, error } = job.verdict;
    const mark = verdict === 'same' ? 'same' : verdict.toUpperCase();
    console.log(
      `${job.name.padEnd(28)} ${`${job.mode} ${job.fault}`.padEnd(18)} ${mark}${error === undefined ? '' : `, ends with ${error}`}${why === undefined ? '' : `: ${why}`}`,
    );
  }
}

/** With `--only` the rows of all others stay as they were measured, and when they were. */
function writeResults(file) {
  const before = values.only !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { sdks: {} };
  const today = new Date().toISOString().slice(0, 10);
  const rows = names.flatMap((name) => {
    if (sdks[name] !== undefined) return [[name, { ...sdks[name], measured: today }]];
    const row = before.sdks[name];
    return row === undefined ? [] : [[name, { ...row, measured: row.measured ?? before.measured }]];
  });
  const [first, ...later] = rows.map(([, { measured }]) => measured).sort();
  const last = later.at(-1) ?? first;
  const results = {
    measured: first === last ? first : `${first} to ${last}`,
    node: process.versions.node,
    sdks: Object.fromEntries(rows),
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

function verdictsOf(name) {
  const own = jobs.filter((job) => job.name === name);
  return Object.fromEntries(own.map(({ mode, fault, verdict }) => [`${mode} ${fault}`, verdict]));
}

/** Read, not imported: clients are made when a driver is loaded. */
function headOf(name) {
  const text = readFileSync(join(here, 'drivers', `${name}.mjs`), 'utf8');
  const [, title = name] = /^export const title = '(.*)';$/m.exec(text) ?? [];
  const [, packages = ''] = /^export const packages = \[(.*)\];$/m.exec(text) ?? [];
  return { title, versions: Object.fromEntries([...packages.matchAll(/'([^']+)'/g)].map(([, one]) => installed(one))) };
}
