import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const exporter = (name: string): string => `{ name: '${name}', summary: 'a line', render: () => [] }`;

/** A package of the project. */
function addPackage(here: Project, name: string, version: string, manifest: object, module: string): void {
  here.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version, type: 'module', exports: './index.js', ...manifest }));
  here.write(`node_modules/${name}/index.js`, module);
}

const hook = { oclif: { hooks: { 'stepfork:exporters': './index.js' } } };

it('lists what extends it, by each door, with version and origin; one that is broken hides none of the others', async () => {
  const here = project();
  addPackage(here, '@team/tap', '1.2.3', {}, `export default ${exporter('tap')};`);
  addPackage(here, 'stepfork-twice', '2.0.0', hook, `export default () => [${exporter('tap')}];`);
  addPackage(here, 'stepfork-plain', '3.0.0', hook, `export default () => [${exporter('plain')}, ${exporter('plainer')}];`);
  addPackage(here, 'stepfork-linked', '4.0.0', hook, `export default () => [${exporter('linked')}];`);
  addPackage(here, 'stepfork-loop', '5.0.0', hook, 'process.exit(3);');
  const plugins = [{ type: 'link', name: 'stepfork-linked', root: here.path('node_modules/stepfork-linked') }];
  here.write('data/stepfork/package.json', JSON.stringify({ oclif: { schema: 1, plugins } }));
  here.write(
    'stepfork.config.mjs',
    `export default {
      exporters: [${exporter('mine')}, '@team/tap', './gone.mjs'],
      plugins: ['stepfork-twice', 'stepfork-plain', 'stepfork-loop', 'stepfork-none'],
    };`,
  );
  const { code, stdout } = await here.stepfork(['plugins', '--json']);
  const named = (name: string): string => `plugin ${name}, named in stepfork.config.mjs`;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {
      name: '@stepfork/export',
      version: expect.stringMatching(/^\d/),
      origin: 'built in',
      exporters: ['vitest', 'node-test'],
      problem: null,
    },
    { name: 'mine', version: null, origin: 'stepfork.config.mjs', exporters: ['mine'], problem: null },
    { name: '@team/tap', version: '1.2.3', origin: '@team/tap, named in stepfork.config.mjs', exporters: ['tap'], problem: null },
    {
      name: './gone.mjs',
      version: null,
      origin: './gone.mjs, named in stepfork.config.mjs',
      exporters: [],
      problem: 'The exporter ./gone.mjs was not found.',
    },
    { name: 'stepfork-linked', version: '4.0.0', origin: 'plugin stepfork-linked', exporters: ['linked'], problem: null },
    {
      name: 'stepfork-twice',
      version: '2.0.0',
      origin: named('stepfork-twice'),
      exporters: ['tap'],
      problem: expect.stringMatching(/^Two exporters are named "tap": one of @team\/tap, .*, one of plugin stepfork-twice/),
    },
    { name: 'stepfork-plain', version: '3.0.0', origin: named('stepfork-plain'), exporters: ['plain', 'plainer'], problem: null },
    {
      name: 'stepfork-loop',
      version: '5.0.0',
      origin: named('stepfork-loop'),
      exporters: [],
      problem: expect.stringContaining('called process.exit(3)'),
    },
    {
      name: 'stepfork-none',
      version: null,
      origin: named('stepfork-none'),
      exporters: [],
      problem: 'The plugin stepfork-none was not found.',
    },
  ]);
});

it('says how to add one, with the package manager of the project', async () => {
  const here = project();
  here.write('pnpm-lock.yaml', '');
  const { code, stdout, stderr } = await here.stepfork(['plugins']);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^@stepfork\/export +\S+ +exporters vitest, node-test +built in\n$/),
    stderr: expect.stringContaining('To add one: pnpm add -D <package>, then in stepfork.config.ts\n'),
  });
});

it('installs nothing, and says so', async () => {
  const here = project();
  const [ended] = await here.refused([['plugins', 'install', 'stepfork-tap']]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/plugins takes no argument.*\n.*stepfork plugins --help/) });
});
