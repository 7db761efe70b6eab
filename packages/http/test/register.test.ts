import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startProvider } from '@stepfork/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
let url = '';
let close = async (): Promise<void> => {};
beforeAll(async () => {
  ({ url, close } = await startProvider());
});
afterAll(() => close());

/** Runs a program of its own: what `register` does, it does to a process. */
async function told(source: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, URL_OF_PROVIDER: `${url}/v1`, ...env },
  });
  return JSON.parse(stdout);
}

const ask = `
  const messages = [{ role: 'user', content: 'hi' }];
  const { record } = await import('@stepfork/interceptor');
  const client = () => new OpenAI({ apiKey: 'sk-0123456789', baseURL: process.env.URL_OF_PROVIDER });
  const agent = (one) => async () => (await one.chat.completions.create({ model: 'gpt', messages })).model;
  const steps = async (one) => (await record(agent(one), null)).steps.map(({ call }) => call.name);
`;

test('clients that are made after it are recorded, those that were made before are named', async () => {
  const source = `
    const { default: OpenAI } = await import('openai');
    ${ask}
    const early = client();
    await import('@stepfork/http/register');
    const { unrecordedRequests } = await import('@stepfork/http');
    const late = client();
    console.log(JSON.stringify({ late: await steps(late), early: await steps(early), seen: unrecordedRequests() }));
  `;
  expect(await told(source)).toEqual({ late: ['gpt'], early: [], seen: [{ host: new URL(url).host, why: 'other-client', count: 1 }] });
});

test('it patches once, records once, and is off where it is switched off', { timeout: 30_000 }, async () => {
  const source = `
    const before = globalThis.fetch;
    await import('@stepfork/http/register');
    const first = globalThis.fetch;
    await import(import.meta.resolve('@stepfork/http/register') + '?again');
    const { createFetch } = await import('@stepfork/http');
    const { default: OpenAI } = await import('openai');
    ${ask}
    const both = new OpenAI({ apiKey: 'sk-0123456789', baseURL: process.env.URL_OF_PROVIDER, fetch: createFetch() });
    console.log(JSON.stringify({ isPatched: first !== before, isOnce: first === globalThis.fetch, steps: await steps(both), plain: await steps(client()) }));
  `;
  expect(await told(source)).toEqual({ isPatched: true, isOnce: true, steps: ['gpt'], plain: ['gpt'] });
  expect(await told(source, { STEPFORK_HOOKS: 'off' })).toEqual({ isPatched: false, isOnce: true, steps: ['gpt'], plain: [] });
});
