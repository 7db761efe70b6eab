import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { callSite, moduleOf } from './call-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'stepfork-site-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a module that calls `draw` in its functions says of the places. */
async function placesOf(path: string, source: string): Promise<readonly string[]> {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, source);
  const { run } = (await import(/* @vite-ignore */ `${pathToFileURL(file).href}?fresh=1`)) as {
    run: (draw: () => string) => readonly string[];
  };
  return run(function draw(): string {
    return callSite(draw);
  });
}

test('a place is the module, from the nearest package.json, and the function', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const source = 'export function run(draw) { return [draw(), inner(draw), [1].map(() => draw())[0]]; }\nconst inner = (draw) => draw();\n';
  expect(await placesOf('src/agent.mjs', source)).toEqual(['src/agent.mjs#run', 'src/agent.mjs#inner', 'src/agent.mjs#run']);
});

test('a place does not depend on how deep the one before lay', async () => {
  const source = `const deep = (draw, left) => { if (left === 0) return draw(); return deep(draw, left - 1); };
    export const run = (draw) => [draw(), lib(draw, 0), lib(draw, 2), lib(draw, 7), lib(draw, 20), draw(), lib(draw, 60), deep(draw, 9)];
    import { lib } from './node_modules/lib/lib.mjs';`;
  const lib = 'export const lib = (draw, left) => { if (left === 0) return draw(); const found = lib(draw, left - 1); return found; };\n';
  mkdirSync(join(folder, 'src', 'node_modules', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'src', 'node_modules', 'lib', 'lib.mjs'), lib);
  const [run, deep, beyond] = ['src/depths.mjs#run', 'src/depths.mjs#deep', 'lib/lib.mjs#lib'];
  expect(await placesOf('src/depths.mjs', source)).toEqual([run, run, run, run, run, run, beyond, deep]);
});

test('methods of two classes are two places, whoever calls them', async () => {
  const source = `class Search { run(draw) { return [draw()].map((one) => one)[0]; } async later(draw) { await null; return [draw].map((d) => d())[0]; } }
    class Refund extends Search {} class Other { run(draw) { return draw(); } static make(draw) { return draw(); } constructor(draw) { this.at = draw?.(); } }
    const plain = { run: (draw) => draw() };
    export const run = (draw) => [new Search(), new Refund(), new Other(), plain].map((one) => one.run(draw)).concat(Other.make(draw), new Other(draw).at);`;
  // Of a static method some versions of Node name the class.
  const names = ['Search.run', 'Refund.run', 'Other.run', 'run', expect.stringMatching(/#(Other\.)?make$/), 'Other'];
  expect(await placesOf('src/classes.mjs', source)).toEqual(
    names.map((name) => (typeof name === 'string' ? `src/classes.mjs#${name}` : name)),
  );
});

test('code that lies deep in packages and in functions without a name is found', async () => {
  const deep = 'export const call = (depth, draw) => depth > 0 ? [1].map(() => call(depth - 1, draw))[0] : draw();';
  mkdirSync(join(folder, 'node_modules/deep'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/deep/index.mjs'), deep);
  const source =
    "import { call } from './../node_modules/deep/index.mjs';\nexport function run(draw) { return [2, 9].map((depth) => (() => call(depth, draw))()); }";
  expect(await placesOf('src/deep.mjs', source)).toEqual(['src/deep.mjs#run', 'src/deep.mjs#run']);
});

test('who calls the agent is no part of the place', async () => {
  mkdirSync(join(folder, 'node_modules/ids'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/ids/index.mjs'), 'export function v4(draw) { return draw(); }');
  const ids = "import { v4 } from './../node_modules/ids/index.mjs';\n";
  const callers = `const stepforkCallsAgent = (agent) => agent();
    const outer = (draw) => stepforkCallsAgent(() => draw());
    const named = (draw) => stepforkCallsAgent(function agent() { return draw(); });
    const library = (draw) => stepforkCallsAgent(v4.bind(null, draw));`;
  expect(
    await placesOf('src/callers.mjs', `${ids}${callers}\nexport const run = (draw) => [outer(draw), named(draw), library(draw)];`),
  ).toEqual(['src/callers.mjs#', 'src/callers.mjs#agent', 'ids/index.mjs#v4']);
});

test('a line that moves changes no place', async () => {
  const source = 'export function run(draw) { return [draw()]; }';
  expect(await placesOf('src/one.mjs', source)).toEqual(['src/one.mjs#run']);
  expect(await placesOf('src/deep/one.mjs', `// moved\n\n\n    ${source}`)).toEqual(['src/deep/one.mjs#run']);
});

test('code of packages is passed over', async () => {
  mkdirSync(join(folder, 'node_modules/ids'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/ids/index.mjs'), 'export function v4(draw) { return draw(); }');
  const source = "import { v4 } from './../node_modules/ids/index.mjs';\nexport function run(draw) { return [v4(draw)]; }";
  expect(await placesOf('src/uses.mjs', source)).toEqual(['src/uses.mjs#run']);
});

test('the stack is as it was, also for those who change how it is shown', () => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  callSite(test);
  expect(Error.prepareStackTrace).toBe(prepareStackTrace);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  expect(new Error('after').stack).toContain('call-site.test.ts');
});

test.each([
  ['C:\\app\\src\\agent.ts', win32, 'C:\\app\\package.json', 'src/agent.ts'],
  ['\\\\server\\share\\app\\src\\agent.ts', win32, '\\\\server\\share\\app\\package.json', 'src/agent.ts'],
  ['D:\\alone\\agent.ts', win32, 'C:\\app\\package.json', 'agent.ts'],
  ['C:\\app\\node_modules\\@scope\\lib\\dist\\x.js', win32, 'C:\\app\\package.json', '@scope/lib/dist/x.js'],
  ['/srv/app/src/agent.ts', posix, '/srv/app/package.json', 'src/agent.ts'],
])('the module of %s has the same name on every platform', (path, on, manifest, name) => {
  expect(moduleOf(path, on, (file) => file === manifest)).toBe(name);
});
