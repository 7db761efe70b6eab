import { mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { project } from './support/project.ts';

const agent = './src/agent.ts#runAgent';

it('writes a config that the next command takes, and the lines for git; a second time it says that all is there', async () => {
  const here = project();
  here.write('package.json', JSON.stringify({ type: 'module', devDependencies: { vitest: '*' } }));
  here.write('yarn.lock', '');
  mkdirSync(here.path('node_modules'));
  symlinkSync(fileURLToPath(new URL('..', import.meta.url)), here.path('node_modules/stepfork'));
  here.write('.gitignore', 'dist/');
  const first = await here.stepfork(['init', '--agent', agent, '--json']);
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({
    agent,
    to: 'vitest',
    packageManager: 'yarn',
    files: [{ state: 'written' }, expect.anything(), { state: 'extended' }],
  });
  expect(here.read('stepfork.config.ts')).toBe(
    `import { defineConfig } from 'stepfork';\n\nexport default defineConfig({\n  agent: '${agent}',\n  to: 'vitest',\n});\n`,
  );
  const recorded = await here.stepfork(['record', '--input', '{"email":"mira@shop.example"}', '--output', 'run.sftrace']);
  expect(recorded).toMatchObject({ code: 0, stdout: expect.stringContaining('run.sftrace') });
  expect(here.read('.gitignore')).toBe('dist/\n.stepfork/\n');
  const before = here.files();
  const again = await here.stepfork(['init']);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/stepfork\.config\.ts\s+there already/) });
  expect(here.files()).toEqual(before);
  expect(await here.stepfork(['init', '--agent', './src/agent.ts#fixedAgent'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--force'),
  });
  expect(here.read('stepfork.config.ts')).toContain(agent);
  expect((await here.stepfork(['init', '--agent', './src/agent.ts#fixedAgent', '--to', 'node-test', '--force'])).code).toBe(0);
  expect(here.read('stepfork.config.ts')).toContain("fixedAgent',\n  to: 'node-test'");
});

it('asks nobody where nobody is: of several agents it names all, and writes nothing', async () => {
  const here = project();
  const before = here.files();
  const ended = await here.stepfork(['init']);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(agent) });
  expect(here.files()).toEqual(before);
});
