import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProvider } from '@stepfork/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { type Project, project } from './support/project.ts';

/** Asks twice, with instructions and tools, and has an effect between. */
const agent = `
  import { appendFileSync } from 'node:fs';
  import { model, tool } from '@stepfork/interceptor';
  const ask = model('support', async ({ messages }) => ({ content: 'answer ' + messages.length }));
  const refund = tool('refund', async () => { appendFileSync(process.env.EFFECTS_LOG, 'refund\\n'); return 'done'; }, { effect: true });
  const system = { role: 'system', content: 'Be kind.' };
  const tools = [{ name: 'refund', input_schema: { type: 'object' } }];
  export async function run(question) {
    const messages = [system, { role: 'user', content: question }];
    const { content } = await ask({ messages, tools });
    await refund({ for: content });
    return ask({ messages: [...messages, { role: 'assistant', content }], tools });
  }
`;

async function recorded(): Promise<Project> {
  const here = project();
  here.write('asks.mjs', agent);
  expect(await here.stepfork(['record', '-a', './asks.mjs#run', '-i', '"hi"', '-o', 'run.sftrace'])).toMatchObject({ code: 0 });
  return here;
}

/** The lines of the table of then and now, by their first word, each cut at its gaps. */
function rows(stdout: string): Readonly<Record<string, readonly string[]>> {
  const [, below = ''] = stdout.split(/\nrecorded [^\n]*\n/);
  const cut = below.split('\n').map((line) => line.trim().split(/ {2,}/));
  return Object.fromEntries(cut.map(([name = '', ...cells]) => [name, cells]));
}

const hash = expect.stringMatching(/^[0-9a-f]{12}$/);
const hashOfTools = expect.stringMatching(/^[0-9a-f]{12} \(refund\)$/);

it('shows what it runs on, the SDKs that it finds, two copies of one too, and where each is seen', async () => {
  const here = project();
  here.write('package.json', '{ "type": "module", "dependencies": { "undici": "7" } }');
  here.write('node_modules/openai/package.json', '{ "version": "4.104.0" }');
  here.write('node_modules/undici/package.json', '{ "version": "7.0.0" }');
  here.write('node_modules/ai/package.json', '{ "version": "7.0.173" }');
  here.write('node_modules/langchain/package.json', '{ "version": "1.5.14", "dependencies": { "openai": "7" } }');
  here.write('node_modules/langchain/node_modules/openai/package.json', '{ "version": "7.59.0" }');
  here.write('node_modules/@stepfork/http/package.json', '{ "version": "0.0.9" }');
  for (const name of ['minimize', 'score', 'score-source', 'exporter-jest'])
    here.write(`node_modules/@stepfork/${name}/package.json`, '{ "version": "0.0.9" }');
  const { code, stdout, stderr } = await here.stepfork(['doctor']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/node +\d+\.\d+\.\d+ +ok/);
  for (const name of ['http', 'minimize', 'score', 'score-source', 'exporter-jest'])
    expect(stdout).toMatch(new RegExp(`@stepfork/${name} +0\\.0\\.9 +does not fit: install @stepfork/${name}@`));
  expect(stdout).toMatch(
    /openai +4\.104\.0 +this version is not supported \(measured: 7\.59\.0, 6\.49\.0, 5\.23\.2\) +fetch of its client.* node_modules\/openai\n/,
  );
  expect(stdout).toMatch(/openai +7\.59\.0 +supported +fetch of its client.* node_modules\/langchain\/node_modules\/openai\n/);
  expect(stdout).toMatch(/langchain +1\.5\.14 +supported +global fetch, at each request/);
  expect(stdout).toMatch(/undici +7\.0\.0 +not hooked/);
  expect(stdout).toMatch(/ai +7\.0\.173 +supported +global fetch, at each request; its tools, when it is loaded; wrapModel/);
  expect(stdout).toMatch(
    /- Tools of ai\b[^:]*: with `stepfork record` nothing is to be done; in code `import '@stepfork\/register'` first\. In a bundle/,
  );
  expect(stdout).toContain('- undici: What it sends by itself is not seen: use the global fetch');
  const said = JSON.parse((await here.stepfork(['doctor', '--json'])).stdout);
  expect(said).toMatchObject({ node: { fits: true }, trace: null });
  expect(said.sdks).toContainEqual({
    name: 'langchain',
    version: '1.5.14',
    folder: here.path('node_modules/langchain'),
    support: 'supported',
    hooks: [{ at: 'fetch', measured: ['1.5.14'] }],
  });
});

it('says what to do next where there is nothing', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'stepfork-doctor-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const { code, stdout, stderr } = await project().stepfork(['doctor'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('No package of Stepfork is installed here');
  expect(stdout).toMatch(/No SDK that Stepfork knows is installed[\s\S]*Next: /);
});

it('records under an SDK version that is not supported, names it once, and notes it', async () => {
  const here = project();
  here.write('node_modules/openai/package.json', '{ "version": "4.104.0" }');
  // In the place of those that are installed for other tests, which bring a client of their own.
  for (const name of ['@openai/agents', '@langchain/openai']) here.write(`node_modules/${name}/package.json`, '{ "version": "1.0.0" }');
  here.write('asks.mjs', agent);
  here.write('program.mjs', "console.log('done')");
  const note = 'note: openai 4.104.0: this version is not supported (measured: 7.59.0, 6.49.0, 5.23.2).';
  const runs = [
    await here.stepfork(['record', '-a', './asks.mjs#run', '-i', '"hi"', '-o', 'agent.sftrace']),
    await here.stepfork(['record', '-o', 'program.sftrace', '--', 'node', 'program.mjs']),
  ];
  expect(runs.map(({ code, stderr }) => [code, stderr.split(note).length - 1])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  for (const trace of ['agent.sftrace', 'program.sftrace']) {
    const { trunk } = JSON.parse((await here.stepfork(['inspect', trace, '--json'])).stdout);
    expect(trunk.run.versions).toMatchObject({ node: process.versions.node, stepfork: expect.any(String), openai: '4.104.0' });
  }
  here.write('node_modules/openai/package.json', '{ "version": "7.60.0" }');
  expect(rows((await here.stepfork(['inspect', 'program.sftrace'])).stdout).openai).toEqual(['4.104.0', '7.60.0', 'changed']);
});

it('shows models, prompts and tools of a trace, and asks nobody unless told to', async () => {
  const here = await recorded();
  const { stdout, stderr } = await here.stepfork(['inspect', 'run.sftrace']);
  expect(stderr).toBe('');
  expect(stdout).toContain('\nrecorded today, 20');
  expect(rows(stdout)).toMatchObject({ model: ['support, 2 calls'], prompt: [hash], tools: [hashOfTools] });
  const { staleness } = JSON.parse((await here.stepfork(['inspect', 'run.sftrace', '--json'])).stdout);
  expect(staleness).toMatchObject({ ageDays: 0, code: null, prompts: [{ recorded: { model: 'support', calls: 2 }, now: null }] });
});

it('shows no change where the code sends the same', async () => {
  const here = await recorded();
  const { code, stdout } = await here.stepfork(['doctor', 'run.sftrace', '-a', './asks.mjs#run']);
  expect(code).toBe(0);
  expect(stdout).not.toContain('changed');
  expect(rows(stdout)).toMatchObject({
    model: ['support, 2 calls', 'support, 2 calls'],
    prompt: [hash, hash],
    tools: [hashOfTools, hashOfTools],
  });
});

it('shows what the code now sends beside what was sent, to its end, without an effect, and judges nothing', async () => {
  const here = await recorded();
  expect(here.read('effects.log')).toBe('refund\n');
  here.write('asks.mjs', agent.replace('Be kind.', 'Be quick.').replace("{ type: 'object' }", "{ type: 'object', required: ['for'] }"));
  const { code, stdout } = await here.stepfork(['inspect', 'run.sftrace', '-a', './asks.mjs#run']);
  expect(code).toBe(0);
  expect(rows(stdout)).toMatchObject({
    model: ['support, 2 calls', 'support, 2 calls'],
    prompt: [hash, hash, 'changed'],
    tools: [hashOfTools, hashOfTools, 'changed'],
  });
  const { prompts, code: asked } = JSON.parse(
    (await here.stepfork(['inspect', 'run.sftrace', '-a', './asks.mjs#run', '--json'])).stdout,
  ).staleness;
  expect(asked).toEqual({ kind: 'asked', cutShort: null });
  expect(prompts[0].now.instructions).not.toBe(prompts[0].recorded.instructions);
  expect(here.read('effects.log')).toBe('refund\n');
});

it('asks a program too, with the provider down, and prints nothing of its own output', async () => {
  const provider = await startProvider({ ids: 'random' });
  const here = project();
  const program = `
    import OpenAI from 'openai';
    const client = new OpenAI({ apiKey: 'none', baseURL: process.env.PROVIDER_URL, maxRetries: 0 });
    const messages = [{ role: 'system', content: 'Be kind.' }, { role: 'user', content: 'hi' }];
    const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages });
    console.log(choices[0].message.content);
    await client.chat.completions.create({ model: 'gpt-4o', messages: [...messages, choices[0].message] });
  `;
  here.write('program.mjs', program);
  const env = { PROVIDER_URL: `${provider.url}/v1` };
  const ran = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'program.mjs'], { env }).finally(() => provider.close());
  expect(ran).toMatchObject({ code: 0 });
  const down = { env: { PROVIDER_URL: 'http://127.0.0.1:9/v1' } };
  const same = await here.stepfork(['doctor', 'run.sftrace', '--', 'node', 'program.mjs'], down);
  expect(same.stdout).not.toContain(ran.stdout.trim());
  expect(rows(same.stdout)).toMatchObject({ model: ['gpt-4o, 2 calls', 'gpt-4o, 2 calls'], prompt: [hash, hash], tools: ['none', 'none'] });
  here.write('program.mjs', program.replaceAll('gpt-4o', 'gpt-5').replace('Be kind.', 'Be quick.'));
  const changed = await here.stepfork(['inspect', 'run.sftrace', '--', 'node', 'program.mjs'], down);
  expect(changed).toMatchObject({ code: 0, stderr: '' });
  expect(changed.stdout).toContain('the code may ask more than this: model gpt-5 was given no answer');
  expect(rows(changed.stdout)).toMatchObject({
    model: ['gpt-4o, 2 calls', 'gpt-5, 1 call', 'changed'],
    prompt: [hash, hash, 'changed'],
    tools: ['none', 'none'],
  });
});

it.each([
  ['throws', 'await null; throw new Error("no");', /model +support, 2 calls +not asked +changed/],
  ['waits for what cannot happen', 'await new Promise(() => setInterval(() => {}, 1000));', /the code may ask more than this: /],
  ['never gives control back', 'for (;;);', /what the code asks now is not known: it never gave control back/],
])('shows as much as it can of code that %s', async (_, body, said) => {
  const here = await recorded();
  here.write('stepfork.config.json', '{ "timeoutMs": 700 }');
  here.write('asks.mjs', agent.replace('const { content }', `${body} const { content }`));
  const { code, stdout } = await here.stepfork(['doctor', 'run.sftrace', '-a', './asks.mjs#run']);
  expect(code).toBe(0);
  expect(stdout).toMatch(said);
});

it('refuses what cannot be meant', async () => {
  const here = await recorded();
  const refused = await here.refused([
    ['doctor', '--', 'node', 'program.mjs'],
    ['doctor', 'run.sftrace', '-a', './asks.mjs#run', '--', 'node', 'program.mjs'],
    ['inspect', 'run.sftrace', '-a', './asks.mjs#run', '--step', '1'],
    ['doctor', '-a', './nobody.mjs'],
  ]);
  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
});
