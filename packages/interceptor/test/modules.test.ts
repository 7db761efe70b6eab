import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const interceptor = new URL('../dist/index.js', import.meta.url).href;

const files: Readonly<Record<string, string>> = {
  // Both kinds of modules, each with a copy of its own, an entry of each kind.
  'node_modules/kit/package.json': JSON.stringify({
    name: 'kit',
    version: '2.1.0',
    exports: {
      '.': { import: './esm/index.mjs', require: './index.cjs' },
      './deep/*': './esm/*',
      './tools': { node: { import: './esm/tools.mjs', default: './tools.cjs' } },
    },
  }),
  'node_modules/kit/esm/index.mjs': `
    export const ask = (text) => 'esm ' + text;
    export const other = 'other';
    export default { name: 'kit' };
    import { ask as own } from 'kit';
    export const asksItself = (text) => own(text);
  `,
  'node_modules/kit/esm/far/away.mjs': 'export const far = () => "far";',
  'node_modules/kit/index.cjs': `
    exports.ask = (text) => 'cjs ' + text;
    exports.other = 'other';
  `,
  'node_modules/kit/esm/tools.mjs': 'export class Tool { run() { return "esm tool"; } }',
  'node_modules/kit/tools.cjs': 'class Tool { run() { return "cjs tool"; } } exports.Tool = Tool;',
  // Another version, carried by a package of its own.
  'node_modules/framework/package.json': JSON.stringify({ name: 'framework', version: '1.0.0', type: 'module', exports: './index.js' }),
  'node_modules/framework/index.js': "import { ask } from 'kit'; export const framed = (text) => ask(text);",
  'node_modules/framework/node_modules/kit/package.json': JSON.stringify({
    name: 'kit',
    version: '2.0.0-beta.1',
    type: 'module',
    exports: './index.js',
  }),
  'node_modules/framework/node_modules/kit/index.js': "export const ask = (text) => 'carried ' + text;",
  // Under another name, and too old.
  'node_modules/old-kit/package.json': JSON.stringify({ name: 'kit', version: '1.9.9', type: 'module', exports: './index.js' }),
  'node_modules/old-kit/index.js': "export const ask = (text) => 'old ' + text;",
  'node_modules/new-kit/package.json': JSON.stringify({ name: 'kit', version: '2.9.0', main: 'lib' }),
  'node_modules/new-kit/lib/index.js': "exports.ask = (text) => 'new ' + text;",
  'preload.mjs': `
    import { patchModules } from '${interceptor}';
    const seen = [];
    globalThis.seen = seen;
    patchModules([
      { package: 'kit', entry: '.', from: '2.0.0', below: '3.0.0', names: ['ask'], patch: ({ ask }) => (seen.push(ask('at first')), { ask: (text) => 'patched ' + ask(text), more: 1 }) },
      { package: 'kit', entry: './deep/far/away.mjs', from: '2.0.0', names: ['far'], patch: ({ far }) => ({ far: () => 'patched ' + far() }) },
      {
        package: 'kit', entry: './tools', from: '2.0.0', names: [],
        patch({ Tool }) { const { run } = Tool.prototype; Tool.prototype.run = function () { return 'patched ' + run.call(this); }; return {}; },
      },
    ], [${JSON.stringify('FOLDER')}]);
  `,
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepfork-modules-'));
  for (const [name, text] of Object.entries(files)) write(name, text.replaceAll('FOLDER', folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** What a program prints that is started with the preload. */
async function told(name: string, source: string, ...options: readonly string[]): Promise<unknown> {
  const file = write(name, `${source}\nconsole.log(JSON.stringify(told));`);
  const { stdout } = await run(process.execPath, [...options, '--import', pathToFileURL(join(folder, 'preload.mjs')).href, file]);
  return JSON.parse(stdout);
}

test('an ES module is handed over when it is imported, and what is replaced stands in its place everywhere', async () => {
  const source = `
    import kit, { ask, asksItself, other } from 'kit';
    import * as all from 'kit';
    import { framed } from 'framework';
    const again = await import('kit');
    const told = [ask('a'), all.ask === ask, again.ask === ask, other, kit.name, Object.keys(all), framed('b'), asksItself('c'), seen];
  `;
  expect(await told('es.mjs', source)).toEqual([
    'patched esm a',
    true,
    true,
    'other',
    'kit',
    ['ask', 'asksItself', 'default', 'other'],
    'patched carried b',
    'esm c',
    ['esm at first', 'carried at first'],
  ]);
});

test('a CommonJS module is handed over when it is required, once', async () => {
  const source = `
    const { ask, other } = require('kit');
    const told = [ask('a'), require('kit') === require('kit'), require('kit').ask === ask, other, Object.keys(require('kit')), new (require('kit/tools').Tool)().run(), seen];
  `;
  expect(await told('common.cjs', source)).toEqual([
    'patched cjs a',
    true,
    true,
    'other',
    ['ask', 'other'],
    'patched cjs tool',
    ['cjs at first'],
  ]);
});

test('both copies of one package are handed over in one program', async () => {
  const source = `
    import { createRequire } from 'node:module';
    import { ask } from 'kit';
    import { Tool } from 'kit/tools';
    const require = createRequire(import.meta.url);
    const told = [ask('a'), require('kit').ask('b'), new Tool().run(), new (require('kit/tools').Tool)().run()];
  `;
  expect(await told('both.mjs', source)).toEqual(['patched esm a', 'patched cjs b', 'patched esm tool', 'patched cjs tool']);
});

test('an entry that a pattern of the package leads to is met as well', async () => {
  const source = "import { far } from 'kit/deep/far/away.mjs'; const told = far();";
  expect(await told('pattern.mjs', source)).toBe('patched far');
});

test('a package is known by its own name, and by its version', async () => {
  const source = `
    import { ask as old } from 'old-kit';
    import whole, { ask } from 'new-kit';
    import { createRequire } from 'node:module';
    const told = [old('a'), ask('b'), whole.ask('c'), createRequire(import.meta.url)('new-kit') === whole, seen];
  `;
  expect(await told('alias.mjs', source)).toEqual(['old a', 'patched new b', 'patched new c', true, ['new at first']]);
});
