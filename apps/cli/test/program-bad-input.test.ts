import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Provider, startProvider } from '@stepfork/testkit';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Project, project } from './support/project.ts';

/** Leaves its id, asks once, and says how that went; `then` is what it does besides. */
const asking = (question: string, then = ''): string => `
  import { writeFileSync } from 'node:fs';
  writeFileSync('pid', String(process.pid));
  ${then}
  const response = await fetch(process.env.PROVIDER_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: ${question} }] }),
  });
  console.log((await response.json()).choices[0].message.content);
`;
const nowhere = 'http://127.0.0.1:9/v1';
const record = ['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'];

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ ids: 'random' });
});
afterAll(() => provider.close());

const up = (): Readonly<Record<string, string>> => ({ PROVIDER_URL: `${provider.url}/v1` });

function opened(agent: string): Project {
  const here = project();
  here.write('agent.mjs', agent);
  return here;
}

/** Traces and what stands beside them while a program runs, without the last replay, which is kept. */
const left = (here: Project): readonly string[] =>
  here.files().flatMap((path) => (/sftrace/.test(path) && !path.includes('.stepfork/last') ? [path.slice(here.folder.length + 1)] : []));

function expectEnded(here: Project): void {
  if (here.has('pid')) expect(() => process.kill(Number(here.read('pid')), 0)).toThrow('ESRCH');
}

test('a model server that is down: the error is the program’s own, and the trace shows it', async () => {
  const here = opened(asking("'Hello'"));
  const ended = await here.stepfork(record, { env: { PROVIDER_URL: nowhere } });
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('TypeError: fetch failed')]);
  const { trunk, sealed } = await readTraceFile(here.path('run.sftrace'));
  expect([sealed, trunk.outcome.kind, trunk.steps.map(({ outcome }) => outcome.kind)]).toEqual([true, 'threw', ['threw']]);
  // The error is an answer as any other.
  const replayed = await here.stepfork(['replay', 'run.sftrace', '--', 'node', 'agent.mjs'], { env: up() });
  expect([replayed.code, replayed.stderr]).toEqual([1, expect.stringContaining('TypeError: fetch failed')]);
  expect(left(here)).toEqual(['run.sftrace']);
});

describe('one clear error, the program as it would be without us, and no file', () => {
  test.each<[string, string, readonly string[], { readonly code: number; readonly message: string; readonly stdout: string }]>([
    [
      'a disk that is full, as a limit on the size of files stands for it',
      asking("Array.from({ length: 40_000 }, () => Math.random()).join(' ')"),
      ['sh', '-c', 'ulimit -f 64; exec "$@"', 'sh'],
      { code: 3, message: 'is not whole', stdout: '21°C' },
    ],
    [
      'a folder that the program itself removes',
      asking("'Hello'", "import { rmSync } from 'node:fs'; rmSync('out', { recursive: true });"),
      [],
      { code: 3, message: 'is gone', stdout: '21°C' },
    ],
    ['a file in the place of the folder', asking("'Hello'"), [], { code: 2, message: 'agent.mjs is no folder', stdout: '' }],
  ])('%s', async (what, agent, before, { code, message, stdout }) => {
    const here = opened(agent);
    here.write('out/keep', '');
    const output = what.startsWith('a file') ? 'agent.mjs/run.sftrace' : 'out/run.sftrace';
    const ended = await here.stepfork(['record', '-o', output, ...record.slice(3)], { env: up(), before });
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([code, expect.stringContaining(stdout), expect.stringContaining(message)]);
    expect(ended.stderr).not.toContain('    at ');
    expect([left(here), here.has('pid')]).toEqual([[], stdout !== '']);
    expectEnded(here);
  });
});

test('an adapter that fails while it observes: the program is as it would be, and there is no half recording', async () => {
  const here = opened(`
    import { interceptCall } from '@stepfork/interceptor';
    const form = { observe: () => { throw new Error('no such part'); }, failure: () => null, rebuild: () => null, made: () => null };
    console.log(await interceptCall({ kind: 'tool', name: 'odd', input: 1, effect: false, stable: false, example: undefined, form }, async () => 'answered'));
  `);
  const ended = await here.stepfork(record, { env: up() });
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([
    3,
    'answered\n',
    expect.stringContaining('ended before the program did: Error: no such part'),
  ]);
  expect(left(here)).toEqual([]);
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written: the program is not started', async () => {
  const here = opened(asking("'Hello'"));
  here.write('out/keep', '');
  chmodSync(here.path('out'), 0o500);
  const ended = await here.stepfork(['record', '-o', 'out/run.sftrace', ...record.slice(3)], { env: up() });
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([3, '', expect.stringContaining('was not started')]);
  expect([left(here), here.has('pid')]).toEqual([[], false]);
});

describe('a trace that is not of this program', () => {
  const exists = ['node', 'agent.mjs'];
  test.each<[string, string, readonly string[], number, string]>([
    ['another one that asks something else, with the same arguments', asking("'Another?'"), exists, 3, 'inconclusive (diverged)'],
    ['another one that asks nothing: what is judged is what it does', "console.log('nothing asked');", exists, 1, 'stdout'],
    ['a command that is not there', asking("'Hello'"), ['nosuchcommand'], 2, 'There is no command nosuchcommand.'],
    ['no Node program', asking("'Hello'"), ['true'], 2, 'ran no Node process'],
    ['a script that is not there', asking("'Hello'"), ['node', 'typo.mjs'], 2, 'could not be loaded: Cannot find module'],
    ['a package that is not installed', "import 'nobody-has-this';", exists, 2, "Cannot find package 'nobody-has-this'"],
    ['what is no code', 'const a = ;', exists, 2, 'could not be loaded: Unexpected token'],
    ['a module that it finds missing when it has asked', `${asking("'Hello'")} await import('./nobody.mjs');`, exists, 1, 'fail'],
  ])('%s', async (_what, other, command, code, message) => {
    const here = opened(asking("'Hello'"));
    expect((await here.stepfork(record, { env: up() })).code).toBe(0);
    const trace = here.read('run.sftrace');
    here.write('agent.mjs', other);
    const asked = provider.requests.length;
    const ended = await here.stepfork(['replay', 'run.sftrace', '--returns', '{"stdout":"21°C"}', '--', ...command], { env: up() });
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect([here.read('run.sftrace') === trace, left(here), provider.requests.length]).toEqual([true, ['run.sftrace'], asked]);
    expectEnded(here);
  });
});

test('a second recording into the same file is refused while the first one runs, also with --force', async () => {
  const bin = fileURLToPath(new URL('../bin/run.js', import.meta.url));
  const second = [process.execPath, bin, 'record', '--force', '-o', 'run.sftrace', '--', 'node', '-e', "console.log('second')"];
  const here = opened(`
    import { spawnSync } from 'node:child_process';
    const [file, ...args] = ${JSON.stringify(second)};
    const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' });
    console.log(JSON.stringify({ status, stdout, stderr }));
  `);
  const { code, stdout } = await here.stepfork([...record.slice(0, 1), '--force', ...record.slice(1)]);
  expect(code).toBe(0);
  const refused = expect.stringContaining('run.sftrace is being recorded by another command');
  expect(JSON.parse(stdout)).toEqual({ status: 2, stdout: '', stderr: refused });
  expect((await readTraceFile(here.path('run.sftrace'))).trunk.outcome).toMatchObject({ kind: 'returned' });
});
