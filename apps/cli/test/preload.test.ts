import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const dist = new URL('../dist/', import.meta.url);
const imported = /(?:^|[\s;}])(?:import|export)\s*(?:[\w*${},\s]*?\sfrom\s*)?\(?\s*["']([^"'\n]+)["']/gm;

/** What a built module imports that is not ours, itself and through the files of ours that it imports. */
function packagesOf(entry: URL, skip: readonly string[] = []): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
      if (skip.includes(name)) continue;
      if (name.startsWith('.')) visit(new URL(name, file));
      else if (!name.startsWith('node:')) found.add(name);
    }
  };
  visit(entry);
  return found;
}

const files = ['record-preload.cjs', 'record-process.cjs', 'wrap-transport.cjs'];

/** A folder in which a process finds the order to record. */
function ordered(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-preload-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const order = { mode: 'record', command: [], keyFile: null, startedBy: process.pid, redact: false };
  writeFileSync(join(folder, 'order.json'), JSON.stringify(order));
  return folder;
}

test.each([...files, 'replay-process.cjs'])(
  '%s, which a process that is recorded or replayed loads, is whole: it asks for nothing but what Node brings, and the part for MCP',
  (name) => {
    const text = readFileSync(new URL(`program/process/${name}`, dist), 'utf8');
    const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, asked]) => asked);
    expect(required).not.toEqual([]);
    const others = required.filter((asked) => asked?.startsWith('node:') !== true);
    expect([...new Set(others)]).toEqual(name.endsWith('-process.cjs') ? ['./wrap-transport.cjs'] : []);
  },
);

test.each(['record', 'replay'])('neither zod nor a loader is in what a process loads to %s', (mode) => {
  const licences = readFileSync(new URL(`program/process/${mode}-process.licenses.txt`, dist), 'utf8');
  const packages = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \(\S+\)$/gm)].map(([, name]) => name);
  expect(packages).toContain('msgpackr');
  for (const name of ['zod', 'tsx', 'esbuild', 'get-tsconfig']) expect(packages).not.toContain(name);
});

test('in the thread in which Node asks hooks of modules nothing is recorded', () => {
  const folder = ordered();
  const hooks = "import { register } from 'node:module'; register('data:text/javascript,'); await import('node:fs');";
  const args = ['--require', fileURLToPath(new URL('program/process/record-preload.cjs', dist)), '--input-type=module', '-e', hooks];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, STEPFORK_PROGRAM: folder } });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(folder).filter((file) => file.endsWith('.sftrace'))).toEqual([expect.stringMatching(/-0\.sftrace$/)]);
});

/** A recorder where nothing has been kept yet. */
function installed(): string {
  const home = mkdtempSync(join(tmpdir(), 'stepfork-compiled-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const file of files) copyFileSync(new URL(`program/process/${file}`, dist), join(home, file));
  return home;
}

/** Records a process with the recorder that lies there; what it has put beside it. */
function keptBy(home: string, given: readonly string[] = ['-e', 'Math.random()']): readonly string[] {
  const folder = ordered();
  const args = ['--require', join(home, 'record-preload.cjs'), ...given];
  const env = { ...process.env, STEPFORK_PROGRAM: folder };
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env, cwd: folder });
  expect([status, stderr]).toEqual([0, '']);
  const end = readdirSync(folder).find((file) => file.endsWith('.end.json')) ?? '';
  expect(JSON.parse(readFileSync(join(folder, end), 'utf8'))).toMatchObject({ exitCode: 0, failure: null });
  return readdirSync(home).filter((file) => !files.includes(file));
}

const oneKept = [expect.stringMatching(/^record-process\.cjs\..*\.compiled$/)];

test('what was compiled of the recorder is kept for the next process, and made anew where it is not whole', () => {
  const home = installed();
  const run = (): { readonly file: string; readonly code: Buffer } => {
    const kept = keptBy(home);
    expect(kept).toEqual(oneKept);
    const file = join(home, kept[0] ?? '');
    return { file, code: readFileSync(file) };
  };
  const { file, code } = run();
  expect(code.length).toBeGreaterThan(100_000);
  expect(run().code.equals(code)).toBe(true);

  const zeros = Buffer.alloc(code.length);
  writeFileSync(file, zeros);
  expect(run().code.equals(zeros)).toBe(false);
});

test('a process with flags of its own does not decide what others find', () => {
  const home = installed();
  const inProgram = ['-e', "require('node:v8').setFlagsFromString('--expose-gc'); Math.random()"];
  expect(keptBy(home, inProgram)).toEqual([]);
  const [slow] = keptBy(home, ['--no-opt', '-e', 'Math.random()']);
  const both = keptBy(home);
  expect(both).toEqual([...oneKept, ...oneKept]);
  const usual = both.find((file) => file !== slow) ?? '';
  // One in each process: V8 asks for none where it still has what it compiled of the same text.
  const script = `
    const { readFileSync } = require('node:fs');
    const source = require('node:module').wrap(readFileSync('record-process.cjs', 'utf8'));
    console.log(!new (require('node:vm').Script)(source, { cachedData: readFileSync(process.argv[1]).subarray(32) }).cachedDataRejected);
  `;
  const isTaken = (file: string): string => spawnSync(process.execPath, ['-e', script, file], { encoding: 'utf8', cwd: home }).stdout;
  expect([isTaken(usual), isTaken(slow ?? '')]).toEqual(['true\n', 'false\n']);
});

test('what cannot be put in its place is not left beside it', () => {
  const home = installed();
  const [name = ''] = keptBy(home);
  rmSync(join(home, name));
  mkdirSync(join(home, name));
  expect(keptBy(home)).toEqual([name]);
});

test('inspect loads nothing that runs code before code is to be asked', () => {
  const inspect = new URL('commands/inspect.js', dist);
  const ofOurs = (skip: readonly string[]): string[] => [...packagesOf(inspect, skip)].filter((name) => name.startsWith('@stepfork/'));
  expect(ofOurs(['../staleness/ask-code.js', './ask-code.js']).sort()).toEqual([
    '@stepfork/http/sdks',
    '@stepfork/replay/recorded',
    '@stepfork/trace/file',
  ]);
  expect(ofOurs([])).toContain('@stepfork/replay');
});
