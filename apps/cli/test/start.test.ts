import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, run by the build
import { renderReference } from '../scripts/reference.mjs';
import { project } from './support/project.ts';

it('docs/cli.md says what the commands say', () => {
  const manifest = JSON.parse(readFileSync(new URL('../oclif.manifest.json', import.meta.url), 'utf8'));
  const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
  expect(page, 'Next: pnpm --filter stepfork run docs').toBe(renderReference(manifest));
});

it('every flag has one short form, one meaning and one kind of value in all commands', () => {
  const manifest = JSON.parse(readFileSync(new URL('../oclif.manifest.json', import.meta.url), 'utf8'));
  const seen = new Map<string, string>();
  for (const command of Object.values<{ flags: Record<string, { name: string; char?: string; type: string; multiple?: boolean }> }>(
    manifest.commands,
  )) {
    for (const { name, char, type, multiple } of Object.values(command.flags)) {
      const form = JSON.stringify([char ?? null, type, multiple ?? false]);
      expect([name, seen.get(name) ?? form]).toEqual([name, form]);
      seen.set(name, form);
    }
  }
  const short = [...seen].map(([, form]) => JSON.parse(form)[0]).filter((char) => char !== null);
  expect(new Set(short).size).toBe(short.length);
});

it('tells its version, its help and each command with examples', async () => {
  const here = project();
  expect(await here.stepfork(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^stepfork\/\d+\.\d+\.\d+ \S+ node-v\d+/),
  });
  expect(await here.stepfork([])).toMatchObject({ code: 0, stdout: expect.stringContaining('COMMANDS') });
  for (const command of [
    'record',
    'inspect',
    'validate',
    'replay',
    'diff',
    'export',
    'convert',
    'doctor',
    'init',
    'fork',
    'plugins',
    'completion',
  ]) {
    const { code, stdout } = await here.stepfork([command, '--help']);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`EXAMPLES[\\s\\S]*\\$ stepfork ${command}|EXAMPLES[\\s\\S]*stepfork ${command}`)),
    });
    expect(stdout).toContain('--json');
  }
});

it.each([
  ['asked wrongly', ['inspect', 'none.sftrace'], 2, 'STEPFORK_USAGE'],
  ['given an unknown flag', ['inspect', 'none.sftrace', '--stpe', '1'], 2, 'STEPFORK_USAGE'],
  ['given no trace', ['inspect', 'package.json'], 2, 'STEPFORK_NOT_A_TRACE'],
  ['crashing', ['export', '--list'], 70, 'STEPFORK_INTERNAL'],
])('answers with one JSON document under --json where it is %s', async (_, args, code, name) => {
  const here = project();
  here.write('stepfork.config.mjs', "export default new Proxy({}, { ownKeys() { throw new RangeError('odd'); } });");
  const ended = await here.stepfork([...args, '--json']);
  expect(ended.code).toBe(code);
  expect(JSON.parse(ended.stdout)).toEqual({ error: { code: name, message: expect.stringMatching(/./), hint: expect.any(String) } });
});

it('has its help under the word too', async () => {
  const here = project();
  const [help] = await here.refused([['help', 'record']]);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/USAGE[\s\S]*stepfork record/) });
});

it('a crash of ours is 70, with versions and the command, and the stack only when asked for', async () => {
  const here = project();
  // A config whose value throws when it is looked at: nothing that a command could have foreseen.
  here.write('stepfork.config.mjs', "export default new Proxy({}, { ownKeys() { throw new RangeError('odd'); } });");
  const ended = await here.stepfork(['export', '--list']);
  expect(ended).toMatchObject({ code: 70, stdout: '' });
  expect(ended.stderr).toMatch(/RangeError: odd\n {2}stepfork \S+, node \S+, \S+ \S+\n {2}command: stepfork export --list\n/);
  expect(ended.stderr).not.toContain('    at ');
  expect((await here.stepfork(['export', '--list'], { env: { DEBUG: 'stepfork' } })).stderr).toContain('    at ');
});

it('has all of oclif in one file, so that no start looks for a hundred, with the licences of what is in it', () => {
  const built = (name: string) => readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8');
  expect(built('oclif.js')).not.toMatch(/(?:from |import\(|require\()["']@oclif\/core/);
  expect(built('oclif.licenses.txt')).toMatch(/^@oclif\/core \S+ \(MIT\)\n\nMIT License/);
});

it('works where NODE_ENV says development', async () => {
  const here = project();
  expect(await here.stepfork(['inspect', 'none.sftrace'], { env: { NODE_ENV: 'development' } })).toMatchObject({ code: 2 });
});
