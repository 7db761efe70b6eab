import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startProvider } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { type Project, project } from './support/project.ts';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const offline = { PROVIDER_URL: 'http://127.0.0.1:9', LOCAL_API_KEY: undefined };

/** An agent that loads its SDK when it is asked. Its tool leaves a line each time its body runs. */
const agent = `
  import { appendFileSync } from 'node:fs';
  export async function runAgent() {
    const { generateText, jsonSchema, stepCountIs, tool } = await import('ai');
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const get_weather = tool({
      inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
      execute({ city }) {
        appendFileSync('bodies.log', city + '\\n');
        return { city, celsius: 21 };
      },
    });
    const { text } = await generateText({
      model: createOpenAICompatible({ name: 'local', baseURL: process.env.PROVIDER_URL + '/v1' })('gpt'),
      maxRetries: 0,
      stopWhen: stepCountIs(4),
      prompt: 'How is the weather in Paris?',
      tools: { get_weather },
    });
    return text.split('.')[0];
  }
`;

async function recorded(here: Project, args: readonly string[]): Promise<void> {
  const provider = await startProvider({ ids: 'random' });
  const ended = await here.stepfork(['record', '-o', 'run.sftrace', ...args], { env: { PROVIDER_URL: provider.url } });
  await provider.close();
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('observed') });
  expect(bodies(here)).toBe(1);
}

const bodies = (here: Project): number => here.read('bodies.log').trim().split('\n').length;

test('the test of an agent that loads its SDK late meets it first: red, then green, and no body runs', async () => {
  const here = project();
  here.write('src/weather.mjs', agent);
  await recorded(here, ['-a', './src/weather.mjs#runAgent']);
  const claim = ['--returns', '"It is 21°C — sunny ☀️ 😀 in Paris."'];
  const exported = await here.stepfork(['export', 'run.sftrace', '-o', 'test/weather.test.ts', ...claim], { env: offline });
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^red-only: /) });
  expect(here.read('test/weather.test.ts').match(/^import .*$/gm)?.[0]).toMatch(/^import '@stepfork\/register';/);

  here.write('vitest.config.mjs', 'export default {};\n');
  const run = (): Promise<unknown> =>
    promisify(execFile)(process.execPath, [vitest, 'run', '--root', here.folder], {
      cwd: here.folder,
      env: { ...process.env, ...offline, CI: '', VITEST: undefined },
    });
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('fail: returned') });
  here.write('src/weather.mjs', agent.replace(".split('.')[0]", ''));
  await run();
  expect(bodies(here)).toBe(1);
});

test('a program that loads its SDK late is replayed, and no body runs', async () => {
  const here = project();
  here.write('weather.mjs', `${agent.replace('export ', '')}\nconsole.log(await runAgent());`);
  const command = ['--', 'node', 'weather.mjs'];
  await recorded(here, command);
  const claim = ['--expect-call', 'get_weather x1 {"city":"Paris"}'];
  expect(await here.stepfork(['replay', 'run.sftrace', ...claim, ...command], { env: offline })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('It is 21°C'),
  });
  expect(bodies(here)).toBe(1);
});
