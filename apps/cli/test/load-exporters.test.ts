import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExporterRegistry, RenderingExporter } from '@stepfork/export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { loadExporters as Load } from '../src/exporting/load-exporters.ts';

// The thread is started from what is published.
const { loadExporters } = (await import(new URL('../dist/exporting/load-exporters.js', import.meta.url).href)) as {
  loadExporters: typeof Load;
};

let folder: string;
beforeAll(() => {
  mkdirSync(join(import.meta.dirname, '.tmp'), { recursive: true });
  folder = mkdtempSync(join(import.meta.dirname, '.tmp', 'exporters-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

let plugins = 0;

/** The exporters with one plugin more, whose hook is this module. */
function withPlugin(hook: string, options: { readonly limitMs?: number } = {}): Promise<ExporterRegistry> {
  plugins += 1;
  const file = `hook-${plugins}.js`;
  writeFileSync(join(folder, file), hook);
  const plugin = {
    name: 'stepfork-odd',
    root: folder,
    hooks: { 'stepfork:exporters': [{ target: `./${file}`, identifier: 'default' }] },
  };
  const oclif = { name: 'stepfork', plugins: new Map([['stepfork-odd', plugin]]) };
  return loadExporters({}, null, oclif as unknown as Parameters<typeof Load>[2], options);
}

const odd = (render: string): string => `export default () => [{ name: 'odd', summary: 'a line', render: (request) => { ${render} } }];`;
const rendered = async (registry: ExporterRegistry): Promise<unknown> => (registry.get('odd') as RenderingExporter).render({} as never);

it('an exporter of a plugin renders in a thread of its own, with a copy of the request', async () => {
  const registry = await withPlugin(odd("request.title = 'changed'; return [{ path: 'a', text: String(globalThis.here) }];"));
  Object.assign(globalThis, { here: true });
  const request = { title: 'kept' };
  const files = await (registry.get('odd') as RenderingExporter).render(request as never);
  expect({ files, request }).toEqual({ files: [{ path: 'a', text: 'undefined' }], request: { title: 'kept' } });
});

it.each([
  ['throws', "export default () => { throw new TypeError('out of date'); };", /plugin stepfork-odd failed to give/, /out of date/],
  ['throws while it is imported', "throw new TypeError('out of date');", /plugin stepfork-odd failed to give/, /out of date/],
  ['has no hook', 'export const nothing = 1;', /plugin stepfork-odd failed to give/, /exports no function default/],
  ['ends the process', 'export default () => process.exit(0);', /Code of plugin stepfork-odd called process\.exit\(0\)/, /^$/],
  [
    'leaves an error',
    "export default () => { setImmediate(() => { throw new Error('later'); }); return new Promise(() => {}); };",
    /Code of plugin stepfork-odd took its thread down/,
    /later/,
  ],
  ['gives something else', 'export default () => 7;', /What plugin stepfork-odd offers is not an exporter: it is of type number/, /^$/],
  ['gives nothing', 'export default () => {};', /What plugin stepfork-odd offers is not an exporter: it is of type undefined/, /^$/],
  [
    'takes a name twice',
    odd('').replace('[{', "[{ name: 'odd', summary: '', render() {} }, {"),
    /Two exporters are named "odd": one of plugin stepfork-odd, one of plugin stepfork-odd/,
    /^$/,
  ],
  [
    'takes a name of ours',
    odd('').replace("'odd'", "'vitest'"),
    /Two exporters are named "vitest": one of built in, one of plugin stepfork-odd/,
    /^$/,
  ],
])('a plugin that %s is named', async (_, hook, message, cause) => {
  const error: Error = await withPlugin(hook).then(
    () => new Error('it was taken'),
    (reason: Error) => reason,
  );
  expect(error.message).toMatch(message);
  expect((error.cause as Error | undefined)?.message ?? '').toMatch(cause);
});

it.each([
  ['throws', "throw new TypeError('no such field');", /The exporter odd throws TypeError: no such field; nothing is written/],
  ['ends the process', 'process.exit(1);', /Code of the exporter odd called process\.exit\(1\)/],
  [
    'leaves the folder',
    "return [{ path: '../outside.js', text: '' }];",
    /The file "\.\.\/outside\.js" of the exporter odd cannot be exported: it leaves the folder/,
  ],
  ['gives something else', 'return [{ path: 1 }];', /The exporter odd gives something that is no file/],
  [
    'gives what cannot be sent',
    "return [{ path: 'a', text: 'b', toString() {} }, () => {}];",
    /The exporter odd gives something that is no file/,
  ],
])('an exporter that %s while it renders is named', async (_, render, message) => {
  const registry = await withPlugin(odd(render));
  await expect(rendered(registry)).rejects.toThrow(message);
});

it.each([
  ['a hook that never answers', 'export default () => new Promise(() => {});'],
  ['a hook that never gives control back', 'export default () => { for (;;); };'],
])('%s is given up, and named', async (_, hook) => {
  await expect(withPlugin(hook, { limitMs: 2000 })).rejects.toThrow('Code of plugin stepfork-odd did not come back within 2 s.');
});

it('a render that never gives control back is given up, and named, also the second time', async () => {
  const registry = await withPlugin(odd('for (;;);'), { limitMs: 2000 });
  await expect(rendered(registry)).rejects.toThrow('Code of the exporter odd did not come back within 2 s.');
  await expect(rendered(registry)).rejects.toThrow(/^Code of an exporter called process\.exit|^Code of the exporter odd/);
});
