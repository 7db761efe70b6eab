// Every SDK of drivers/, recorded with a provider that is up, replayed in a new process while it is down. See docs/sdks.md.
//   npm run bench:sdk [-- --only ollama] [-- --json results.json]
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startProvider } from '@stepfork/testkit';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(join(here, 'drivers')).map((file) => file.replace(/\.mjs$/, ''));
const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
const only = values.only?.split(',') ?? names;
const wrong = only.filter((name) => !names.includes(name));
if (wrong.length > 0) {
  console.error(`no driver named ${wrong.join(', ')}: there are ${names.join(', ')}`);
  process.exit(2);
}

// A replay needs none; that it has another one shows that none decides anything.
const keys = { recorded: 'sk-proj-recorded-0123456789abcdefghijklmnop', replayed: 'sk-proj-replayed-0123456789abcdefghijklmnop' };
const sdks = {};
for (const name of only) {
  sdks[name] = await measure(name);
  console.log(render(sdks[name]));
}
const results = { measured: new Date().toISOString().slice(0, 10), node: process.versions.node, sdks };
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
const right = ['same', 'partial'];
process.exitCode = Object.values(sdks).every(({ verdicts }) => Object.values(verdicts).every(({ verdict }) => right.includes(verdict)))
  ? 0
  : 1;

async function measure(name) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-sdk-'));
  const { title, packages } = headOf(name);
  try {
    const provider = await startProvider({ ids: 'random' });
    const recording = await run('record-driver.mjs', name, folder, provider.url, keys.recorded).finally(() => provider.close());
    if (recording !== null) return { title, versions: versionsOf(packages), verdicts: failed(`recording: ${recording}`) };
    const replaying = await run('replay-driver.mjs', name, folder, provider.url, keys.replayed);
    const verdicts = replaying === null ? JSON.parse(readFileSync(join(folder, 'verdicts.json'), 'utf8')) : failed(`replay: ${replaying}`);
    return { title, versions: versionsOf(packages), verdicts };
  } finally {
    if (process.env.KEEP_TRACES === undefined) rmSync(folder, { recursive: true, force: true });
    else console.error(folder);
  }
}

/** Read, not imported: clients are made when a driver is loaded. */
function headOf(name) {
  const text = readFileSync(join(here, 'drivers', `${name}.mjs`), 'utf8');
  const [, title = name] = /^export const title = '(.*)';$/m.exec(text) ?? [];
  const [, packages = ''] = /^export const packages = \[(.*)\];$/m.exec(text) ?? [];
  return { title, packages: [...packages.matchAll(/'([^']+)'/g)].map(([, one]) => one) };
}

function versionsOf(packages) {
  const version = (name) => JSON.parse(readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')).version;
  return Object.fromEntries(packages.map((name) => [name, version(name)]));
}

function failed(why) {
  return { all: { verdict: 'not supported', why } };
}

/** What went wrong, or `null`. */
function run(script, name, folder, url, key) {
  const env = { ...process.env, PROVIDER_URL: url, PROVIDER_LOGIN: key, RECORDED_LOGIN: keys.recorded };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(here, 'src', script), name, folder], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        said = `${said}${bytes}`.slice(-4000);
      });
    }
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(code === 0 ? null : `the process ended with ${code ?? signal}: ${said.trim()}`);
    });
  });
}

function render({ title, versions, verdicts }) {
  const lines = Object.entries(verdicts).map(([name, { verdict, why, ends, error }]) => {
    const mark = verdict === 'same' ? 'same' : verdict.toUpperCase();
    return `  ${name.padEnd(18)} ${mark}${ends === 'threw' ? `, ends with ${error}` : ''}${why === undefined ? '' : `: ${why}`}`;
  });
  return [
    `${title} (${Object.entries(versions)
      .map((one) => one.join('@'))
      .join(', ')})`,
    ...lines,
  ].join('\n');
}
