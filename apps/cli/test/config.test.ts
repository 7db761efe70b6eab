import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { project } from './support/project.ts';

/** An agent whose tool says nothing of what it does. */
const paying = `
  import { tool } from '@stepfork/interceptor';
  const pay = tool('pay', async (cents) => cents);
  const agentOf = (cents) => async () => { await pay(cents); return cents; };
  export const [buggy, fixed] = [agentOf(1), agentOf(100)];
`;

it.each([
  ['stepfork.config.ts', "import { defineConfig } from 'stepfork';\nexport default defineConfig({ agent: './src/agent.mjs' });"],
  ['stepfork.config.mjs', "export default { agent: './src/agent.mjs' };"],
  ['stepfork.config.json', '{ "agent": "./src/agent.mjs" }'],
])('takes the agent from %s', async (name, text) => {
  const here = project();
  here.write(name, text.replace("import { defineConfig } from 'stepfork';", 'const defineConfig = (config: object) => config;'));
  const { code, stdout } = await here.stepfork(['record', '-i', '{"a":1,"b":2}', '-o', 'sum.sftrace']);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('returned {"sum":3}') });
});

it('an effect by config is called one when it is recorded, and is never offered to run', async () => {
  const here = project();
  here.write('src/pays.mjs', paying);
  const record = ['record', '-a', './src/pays.mjs#buggy', '-o', 'pay.sftrace', '--force'];
  expect((await here.stepfork(record)).stdout).toMatch(/pay ×1\nno tool is declared an effect/);
  here.write('stepfork.config.json', '{ "policies": { "tools": { "pay": "sink" } } }');
  const { stdout } = await here.stepfork(record);
  expect(stdout).toContain('pay ×1 (effect)');
  expect(stdout).not.toContain('no tool is declared');
  const frozen = await here.stepfork(['replay', 'pay.sftrace', '-a', './src/pays.mjs#fixed', '--policy', 'pay=frozen']);
  expect(frozen).toMatchObject({ code: 3, stderr: expect.stringContaining('Ways on:') });
  expect(frozen.stderr).not.toMatch(/--live|=live/);
  const exported = await here.stepfork([
    'export',
    'pay.sftrace',
    '-a',
    './src/pays.mjs#buggy',
    '--fixed',
    './src/pays.mjs#fixed',
    '-p',
    'pay=frozen',
  ]);
  expect(exported).toMatchObject({ code: 3, stdout: expect.stringContaining('Ways on:') });
  expect(exported.stdout).not.toMatch(/--live|=live/);
});

it('what the config makes a sink never runs while a fork is made, whatever a flag makes of it', async () => {
  const here = project();
  const body = "(cents) => (appendFileSync(new URL('../effects.log', import.meta.url), 'paid'), cents)";
  here.write('src/pays.mjs', `import { appendFileSync } from 'node:fs';${paying.replace('async (cents) => cents', `async ${body}`)}`);
  expect(await here.stepfork(['record', '-a', './src/pays.mjs#buggy', '-o', 'pay.sftrace'])).toMatchObject({ code: 0 });
  rmSync(here.path('effects.log'));
  here.write('stepfork.config.json', '{ "policies": { "tools": { "pay": "sink" } } }');
  const fork = (...flags: readonly string[]): Promise<{ readonly code: number | null; readonly stderr: string }> =>
    here.stepfork(['fork', 'pay.sftrace', '-a', './src/pays.mjs#fixed', ...flags]);
  for (const flags of [
    ['--live', 'pay', '-p', 'pay=frozen'],
    ['--live', 'tool:*', '-p', 'pay=frozen'],
    ['--live', 'model:*', '-p', 'pay=live'],
  ]) {
    expect(await fork(...flags)).toMatchObject({ code: 2, stderr: expect.stringContaining('pay is a sink by the config') });
  }
  expect(here.has('effects.log')).toBe(false);
}, 120_000);

it('reports all that is wrong with a config at once, before anything runs', async () => {
  const here = project();
  here.write('stepfork.config.json', '{ "polices": {}, "colour": 1, "timeoutMs": "soon", "policies": { "tools": { "a": "snik" } } }');
  const ended = await here.stepfork(['record', '-a', './src/agent.mjs', '-i', '{}', '-o', 'new.sftrace']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/unknown keys polices, colour/);
  expect(ended.stderr).toMatch(/timeoutMs: /);
  expect(ended.stderr).toMatch(/policies\.tools\.a: /);
  expect(ended.stderr).toMatch(/Did you mean policies\?/);
  expect(here.runs()).toBe(0);
});
