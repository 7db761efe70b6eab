import { expect, it } from 'vitest';
import { project } from './support/project.ts';

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
