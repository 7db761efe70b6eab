import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';
import { hasTerminals, onTerminal } from './support/terminal.ts';

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
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^agent +as the config says\n[\s\S]*stepfork\.config\.ts +there already/),
  });
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

describe.skipIf(!hasTerminals)('on a terminal', () => {
  const question = 'Which function is the agent (1)? ';
  const answered = (here: Project, keys: string, ...more: readonly string[]) =>
    here.stepfork(['init', ...more], { before: onTerminal([question, keys]) });

  it.each([
    ['a number', '3\r', './src/agent.ts#runAgent'],
    ['nothing, for the first', '\r', './src/agent.cts#runAgent'],
    ['another one', './src/agent.ts#strayAgent\r', './src/agent.ts#strayAgent'],
  ])('asks which of several agents it is, and takes %s', async (_, keys, ref) => {
    const here = project();
    const { code, stdout } = await answered(here, keys);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('3  ./src/agent.ts#runAgent') });
    expect(here.read('stepfork.config.ts')).toContain(`agent: '${ref}'`);
  });

  it.each([
    ['what is none of them', '9\r', 2, /9/],
    ['Ctrl-D', '\u0004', 2, /No agent was named/],
    ['Ctrl-C', '\u0003', 130, /Which function/],
  ])('writes nothing after %s', async (_, keys, code, said) => {
    const here = project();
    const before = here.files();
    expect(await answered(here, keys)).toMatchObject({ code, stdout: expect.stringMatching(said) });
    expect(here.files()).toEqual(before);
  });

  it('asks nothing under --json', async () => {
    const here = project();
    expect(await answered(here, '2\r', '--json')).toMatchObject({ code: 2, stdout: expect.stringContaining('STEPFORK_USAGE') });
  });
});

it.each(['.gitattributes', '.gitignore', 'stepfork.config.ts'])('writes all or nothing where %s cannot be written', async (name) => {
  const here = project();
  mkdirSync(here.path('.git'));
  mkdirSync(here.path(name));
  const before = here.files();
  const { code, stderr } = await here.stepfork(['init', '--agent', agent, '--force']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Nothing was written') });
  expect(here.files()).toEqual(before);
});

it('goes through a link, and keeps the rights of what it extends', async () => {
  const here = project();
  here.write('shared/ignore', 'dist/\n');
  chmodSync(here.path('shared/ignore'), 0o640);
  symlinkSync('shared/ignore', here.path('.gitignore'));
  expect((await here.stepfork(['init', '--agent', agent])).code).toBe(0);
  expect(here.read('shared/ignore')).toBe('dist/\n.stepfork/\n');
  expect(lstatSync(here.path('.gitignore')).isSymbolicLink()).toBe(true);
  expect(statSync(here.path('shared/ignore')).mode & 0o777).toBe(0o640);
});
