import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Provider, startProvider } from '@stepfork/testkit';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Project, project, type RunOptions } from './support/project.ts';

/** Asks by fetch alone, so that it can stand anywhere; `exits` is how it ends. */
const body = (exits: string): string => `
  const response = await fetch(process.env.PROVIDER_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: [...process.argv.slice(2), Math.random(), Date.now()].join(' ') }] }),
  });
  console.log((await response.json()).choices[0].message.content, process.env.LOADED ?? '', process.argv.slice(2).join('|'));
  ${exits}
`;
const module = body('process.exitCode = 7;');
const common = `(async () => { ${body('process.exit(7);')} })();`;
const typed = `enum Kind { One = 1 } const kind: Kind = Kind.One; ${module} export {}; void kind;`;
/** Of the repository, or of the machine; `null`: there is none. */
const pnpm = [fileURLToPath(new URL('../../../.tools/pnpm/node_modules/.bin', import.meta.url)), '']
  .map((folder) => ({ PATH: [folder, process.env.PATH].filter((one) => one !== '').join(delimiter) }))
  .find((env) => spawnSync('pnpm', ['--version'], { env: { ...process.env, ...env }, cwd: tmpdir() }).status === 0);
const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'));

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ ids: 'random' });
});
afterAll(() => provider.close());

function opened(): Project {
  const here = project();
  for (const [name, text] of Object.entries({
    'agent.mjs': module,
    'agent.cjs': common,
    'agent.ts': typed,
    'ünï code/a b.mjs': module,
    'ünï code/load it 1.cjs': "process.env.LOADED = 'loaded';",
    'load.mjs': "process.env.LOADED = 'loaded';",
    'agent-bin': `#!/usr/bin/env node\n${common}`,
    'app/start.js': common,
    'app/package.json': JSON.stringify({ type: 'commonjs', main: 'start' }),
    'package.json': JSON.stringify({ type: 'module', scripts: { agent: 'node agent.mjs' } }),
  }))
    here.write(name, text);
  chmodSync(here.path('agent-bin'), 0o755);
  here.write('node_modules/.bin/.keep', '');
  symlinkSync(tsx, here.path('node_modules/tsx'));
  symlinkSync('../tsx/dist/cli.mjs', here.path('node_modules/.bin/tsx'));
  return here;
}

function withoutUs(
  here: Project,
  [file = '', ...args]: readonly string[],
  env: RunOptions['env'],
): Promise<{ code: unknown; stdout: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: here.folder, env: { ...process.env, ...env } }, (error, stdout) =>
      resolve({ code: error === null ? 0 : error.code, stdout }),
    );
  });
}

type Row = [string, readonly string[], (here: Project) => RunOptions];
const row = (what: string, command: readonly string[], options: RunOptions): Row => [what, command, () => options];

describe('however a program is started, it is recorded and replayed', () => {
  test.each<Row>([
    ['an ES module', ['node', 'agent.mjs', 'a b', 'ü'], () => ({})],
    ['a CommonJS module that calls process.exit', ['node', 'agent.cjs', 'x'], () => ({})],
    ['TypeScript by tsx as a loader', ['node', '--import', 'tsx', 'agent.ts', 'x'], () => ({})],
    ['TypeScript by npx tsx', ['npx', 'tsx', 'agent.ts', 'x'], () => ({})],
    ...(pnpm === undefined ? [] : [row('pnpm exec', ['pnpm', 'exec', 'node', 'agent.mjs', 'x'], { env: pnpm })]),
    ['a script of npm, with arguments', ['npm', 'run', '--silent', 'agent', '--', 'x'], () => ({})],
    ['a script of its own, with a shebang', ['./agent-bin', 'x'], () => ({})],
    ['a folder, whose package.json names the script', ['node', 'app', 'x'], () => ({})],
    ['a script without its extension', ['node', 'app/start', 'x'], () => ({})],
    ['a path with spaces beyond ASCII', ['node', 'ünï code/a b.mjs', 'x'], () => ({})],
    ['a module that is loaded before', ['node', '--import', './load.mjs', 'agent.mjs', 'x'], () => ({})],
    [
      'NODE_OPTIONS that are there already, with quotes and spaces',
      ['node', 'agent.mjs', 'x'],
      (here) => ({ env: { NODE_OPTIONS: `--no-warnings --require "${here.path('ünï code/load it 1.cjs')}"` } }),
    ],
    ['code on the command line', ['node', '--input-type=module', '-e', module, 'x'], () => ({})],
    ['a shell with a folder of its own', ['sh', '-c', 'cd "ünï code" && node "a b.mjs" x'], () => ({})],
  ])('%s', async (_what, command, given) => {
    const here = opened();
    const options = given(here);
    const env = { PROVIDER_URL: `${provider.url}/v1`, ...options.env };
    const plain = await withoutUs(here, command, env);
    const recorded = await here.stepfork(['record', '-o', 'run.sftrace', '--', ...command], { env });
    expect([recorded.code, recorded.stdout]).toEqual([plain.code, plain.stdout]);
    expect([recorded.code, recorded.stdout]).toEqual([7, expect.stringContaining('21°C')]);
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect([trunk.steps.length, (trunk.run.input as { readonly command: unknown }).command]).toEqual([1, command]);
    const replayed = await here.stepfork(['replay', 'run.sftrace', '--', ...command], {
      env: { ...env, PROVIDER_URL: 'http://127.0.0.1:9/v1' },
    });
    expect([replayed.code, replayed.stdout, replayed.stderr]).toEqual([7, recorded.stdout, expect.stringContaining('answered every call')]);
  });
});
