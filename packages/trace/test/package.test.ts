import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const execute = promisify(execFile);
const packageFolder = join(import.meta.dirname, '..');
const minutes = 60_000;

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'stepfork-alone-'));
  // pnpm puts the versions of the catalog into what it packs. It is where the set-up put it, or on the PATH.
  await execute('pnpm', ['pack', '--pack-destination', project], { cwd: packageFolder, env: withTools() });
  await mkdir(join(project, 'alone'));
  const [tarball] = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(project, 'alone', 'package.json'), JSON.stringify({ name: 'alone', private: true, type: 'module' }));
  await execute('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join('..', tarball as string)], {
    cwd: join(project, 'alone'),
  });
}, 5 * minutes);
afterAll(() => rm(project, { recursive: true, force: true }));

const program = `
  const { createTraceWriter, readTrace, writeTrace, validateTrace, encodeValue } = await load('@stepfork/trace');
  const { openTraceFile, readTraceFile } = await load('@stepfork/trace/file');
  const run = { id: 'r', agent: null, input: encodeValue({ at: new Date(0) }), startedAt: '2026-03-01T09:00:00.000Z', git: null, versions: {}, policies: {}, redaction: null };
  const writer = await openTraceFile(name);
  writer.append({ type: 'run-start', run });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'x'.repeat(100) }, atMs: 1 });
  await writer.close();
  const file = await readTraceFile(name);
  const again = await readTrace(await writeTrace(file, 'text'));
  const problems = await validateTrace(await writeTrace(again, 'packed'));
  console.log(JSON.stringify({ sealed: file.sealed, input: again.trunk.run.input, outcome: again.trunk.outcome, problems }));`;
const printed = {
  sealed: true,
  input: { at: { $: 'date', value: '1970-01-01T00:00:00.000Z' } },
  outcome: { kind: 'returned', value: 'x'.repeat(100) },
  problems: [],
};

it('installed alone, it writes and reads a trace', async () => {
  await writeFile(join(project, 'alone', 'main.mjs'), `const name = 'a.sftrace'; const load = (name) => import(name);${program}`);
  const { stdout } = await execute(process.execPath, ['main.mjs'], { cwd: join(project, 'alone') });
  expect(JSON.parse(stdout)).toEqual(printed);
  const installed = await readdir(join(project, 'alone', 'node_modules', '@stepfork'));
  expect(installed).toEqual(['trace']);
});

it('a CommonJS program requires it', async () => {
  await writeFile(join(project, 'alone', 'main.cjs'), `const name = 'b.sftrace'; const load = require; (async () => {${program}})();`);
  const { stdout } = await execute(process.execPath, ['--no-warnings', 'main.cjs'], { cwd: join(project, 'alone') });
  expect(JSON.parse(stdout)).toEqual(printed);
});

it('the tarball holds what is published and nothing else', async () => {
  const files = await readdir(join(project, 'alone', 'node_modules', '@stepfork', 'trace'), { recursive: true });
  expect(files).toContain(join('dist', 'index.d.ts'));
  expect(files).toContain('README.md');
  expect(files.filter((name) => /test|fixtures|tsbuildinfo|^src/.test(name))).toEqual([]);
  const manifest = await readFile(join(project, 'alone', 'node_modules', '@stepfork', 'trace', 'package.json'), 'utf8');
  expect(manifest).not.toMatch(/catalog:|workspace:/);
});

function withTools(): NodeJS.ProcessEnv {
  const tools = join(packageFolder, '..', '..', '.tools', 'pnpm', 'node_modules', '.bin');
  return { ...process.env, PATH: `${tools}:${process.env.PATH}` };
}
