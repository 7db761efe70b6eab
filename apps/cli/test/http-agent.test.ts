import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startProvider } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { type Project, project } from './support/project.ts';

const key = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Nobody has told it of us: a client that is made while the module is loaded, which cannot be made without a key. */
const agent = `
  import OpenAI from 'openai';
  const client = new OpenAI({ baseURL: process.env.PROVIDER_URL, maxRetries: 0 });
  export async function runAgent(): Promise<string> {
    const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'The weather?' }] });
    return String(choices[0]?.message.content?.split('.')[0]);
  }
`;
/** The same as a program. */
const program = `
  import OpenAI from 'openai';
  const client = new OpenAI({ baseURL: process.env.PROVIDER_URL, maxRetries: 0 });
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'The weather?' }] });
  console.log(choices[0]?.message.content?.split('.')[0]);
`;
const fixed = (source: string): string => source.replace("?.split('.')[0]", '');
const offline = { OPENAI_API_KEY: undefined, PROVIDER_URL: 'http://127.0.0.1:9/v1' };

/** Records while a provider is up, which is down from then on. */
async function recorded(here: Project, args: readonly string[]): Promise<void> {
  const provider = await startProvider({ ids: 'random' });
  const ended = await here.stepfork(['record', '-o', 'run.sftrace', ...args], {
    env: { OPENAI_API_KEY: key, PROVIDER_URL: `${provider.url}/v1` },
  });
  await provider.close();
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('note') });
  expect(provider.requests).toHaveLength(1);
}

/** The real Vitest, without a configuration of the user. */
async function vitestRun(here: Project, pool: string): Promise<{ readonly code: number; readonly output: string }> {
  here.write('vitest.config.mjs', 'export default {};\n');
  const args = [vitest, 'run', '--root', here.folder, '--no-color', `--pool=${pool}`];
  const options = { cwd: here.folder, env: { ...process.env, ...offline, CI: '', VITEST: undefined } };
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

const claim = ['--returns', '"It is 21°C — sunny ☀️ 😀 in Paris."'];

test('an exported test replays an agent over HTTP, with no configuration, no key and no provider', async () => {
  const here = project();
  here.write('src/weather.ts', agent);
  await recorded(here, ['-a', './src/weather.ts#runAgent']);
  const exported = await here.stepfork(['export', 'run.sftrace', '-o', 'test/weather.test.ts', ...claim], { env: offline });
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^red-only: /) });
  const imports = here.read('test/weather.test.ts').match(/^import .*$/gm);
  expect(imports?.[0]).toMatch(/^import '@stepfork\/http\/register';/);
  expect(here.read('test/weather.test.ts')).not.toContain(key);

  for (const pool of ['forks', 'threads']) {
    const { code, output } = await vitestRun(here, pool);
    expect([pool, code, output]).toEqual([pool, 1, expect.stringContaining('FailedError: fail: returned')]);
  }
  here.write('src/weather.ts', fixed(agent));
  for (const pool of ['forks', 'threads']) expect(await vitestRun(here, pool)).toMatchObject({ code: 0 });
  expect(await here.stepfork(['replay', 'test/weather.case.json'], { env: offline })).toMatchObject({ code: 0 });
});

test('a function stands in for a program that was recorded, once --agent names it', async () => {
  const here = project();
  here.write('weather.mjs', program);
  // Its input is that of the program.
  const asked = agent.replace('runAgent()', 'runAgent({ argv }: { argv: readonly string[] })').replace('return ', 'return argv[0] + ');
  here.write('src/weather.ts', asked);
  await recorded(here, ['--', 'node', 'weather.mjs']);
  const typed = await here.stepfork(['export', 'run.sftrace', '--returns', '1', '--', 'node', 'weather.mjs']);
  expect(typed).toMatchObject({ code: 2, stderr: expect.stringContaining('A test replays a function, not the command of a program.') });
  const exporting = ['export', 'run.sftrace', '-o', 'test/weather.test.ts', '--returns', '"weather.mjsIt is 21°C — sunny ☀️ 😀 in Paris."'];
  expect(await here.stepfork(exporting, { env: offline })).toMatchObject({ code: 2, stderr: expect.stringContaining('--agent') });
  const exported = await here.stepfork([...exporting, '--agent', './src/weather.ts#runAgent'], { env: offline });
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^red-only: /) });
  expect(await vitestRun(here, 'forks')).toMatchObject({ code: 1, output: expect.stringContaining('FailedError: fail: returned') });
  here.write('src/weather.ts', fixed(asked));
  expect(await vitestRun(here, 'forks')).toMatchObject({ code: 0 });
});

test('a score over HTTP changes what the provider answered, and says which headers of a request are not compared', async () => {
  const here = project();
  here.write('src/weather.ts', fixed(agent));
  await recorded(here, ['-a', './src/weather.ts#runAgent']);
  const ended = await here.stepfork(['score', 'run.sftrace', '--strictness', '--json'], { env: offline });
  const { changes, unnoticed } = JSON.parse(ended.stdout) as Strictness;
  expect([ended.code, new Set(unnoticed.map(({ because }) => because))]).toEqual([0, new Set(['declared', 'key-order'])]);
  const named = unnoticed.filter(({ because }) => because === 'declared').map(({ pointer, rule }) => `${pointer} ${rule}`);
  expect(named).toContain('/headers/authorization headers that are not recorded');
  expect(named.filter((one) => !one.startsWith('/headers/'))).toEqual([]);
  // Those that decide what is answered are compared, and so are path, method and body.
  expect(named.join()).not.toMatch(/range|if-none-match|anthropic-beta|openai-beta/);
  expect(changes - unnoticed.length).toBeGreaterThan(12);
  here.write(
    'weather.case.json',
    JSON.stringify({
      version: 1,
      trace: 'run.sftrace',
      agent: 'src/weather.ts#runAgent',
      claim: { returns: { $: 'match', pattern: '.' } },
    }),
  );
  const score = await here.stepfork(['score', 'weather.case.json', '--json'], { env: offline });
  const { mutants } = JSON.parse(score.stdout) as { readonly mutants: readonly WorldMutant[] };
  const content = mutants.find(({ family, place }) => family === 'world' && place.pointer.endsWith('/message/content'));
  expect(content?.outcome).toEqual({ kind: 'survived' });
}, 240_000);

interface Strictness {
  readonly changes: number;
  readonly unnoticed: readonly { readonly pointer: string; readonly because: string; readonly rule?: string }[];
}

interface WorldMutant {
  readonly family: string;
  readonly place: { readonly pointer: string };
  readonly outcome: object;
}
