import { symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const looked = [
  '../linked.txt',
  '../.prompts/system.txt',
  '../coverage/rates.txt',
  '../sample.log',
  '../../beside.txt',
  '../node_modules/rates/rates.txt',
];

/** It returns what it finds in its environment and in files beside its source, some of which are not there yet. */
const agent = `import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tool } from '@stepfork/interceptor';
import { made } from '#made';
import { installed } from 'installed';

const look = tool('look', async () => 3);
const found = ${JSON.stringify(looked)}.map((file) => new URL(file, import.meta.url)).filter((file) => existsSync(file));

export async function runAgent() {
  const count = await look();
  const texts = await Promise.all(found.map((file) => readFile(file, 'utf8')));
  return { count, text: made + installed + texts.join('') + (process.env.TONE ?? '') };
}
`;

async function stage(): Promise<Project> {
  const here = project();
  here.write('package.json', '{"type":"module"}');
  here.write('package-lock.json', '{}');
  here.write('shop/package.json', '{"type":"module","imports":{"#made":"./.made/made.mjs"}}');
  here.write('shop/.made/made.mjs', "export const made = '';");
  here.write('shop/node_modules/installed/package.json', '{"name":"installed","type":"module","exports":"./index.js"}');
  here.write('shop/node_modules/installed/index.js', "export const installed = '';");
  here.write('shop/src/shop.ts', agent);
  here.write('elsewhere.txt', '');
  symlinkSync(here.path('elsewhere.txt'), here.path('shop/linked.txt'));
  const recorded = ['record', '-a', './src/shop.ts#runAgent', '-o', 'shop.sftrace'];
  expect(await here.stepfork(recorded, { cwd: here.path('shop') })).toMatchObject({ code: 0 });
  return here;
}

/** How many runs were known, and the verdict. */
async function scored(here: Project, test: string, env = {}): Promise<readonly [number, string]> {
  const { stdout, stderr } = await here.stepfork(['score', test, '--json'], { cwd: here.path('shop'), env });
  if (stdout === '') throw new Error(stderr);
  const { runs, verdict } = JSON.parse(stdout);
  return [runs.known, verdict];
}

const places = [
  'elsewhere.txt',
  'shop/.prompts/system.txt',
  'shop/coverage/rates.txt',
  'shop/sample.log',
  'beside.txt',
  'shop/node_modules/rates/rates.txt',
];

/** Modules that only a loader sees, since the agent is TypeScript: behind an alias, and installed. */
const modules = [
  ['shop/.made/made.mjs', "export const made = 'x';"],
  ['shop/node_modules/installed/index.js', "export const installed = 'x';"],
] as const;

const caseFile = JSON.stringify({
  version: 1,
  trace: 'shop.sftrace',
  agent: 'src/shop.ts#runAgent',
  claim: { returns: { count: 3, text: '' } },
});

const testFile = `import { test } from 'node:test';
import { verify } from '@stepfork/replay';
import { runAgent } from './src/shop.ts';
test('shop', () => verify({ traces: new URL('./shop.sftrace', import.meta.url), agent: runAgent, claim: { returns: { count: 3, text: '' } } }));
`;

/** Each start of the command takes seconds where the machine is busy. */
const manyStarts = 240_000;

it.each([
  ['a case file', 'shop.case.json', caseFile, places],
  ['a test file', 'shop.test.mjs', testFile, places.slice(-2)],
  ['a test file of Vitest', 'shop.test.ts', testFile.replace('node:test', 'vitest'), []],
])(
  'of %s nothing is known where the environment, or any file that its runs read, is another one',
  async (_, file, text, changed) => {
    const here = await stage();
    here.write('vitest.config.mjs', 'export default {};');
    here.write(`shop/${file}`, text);
    expect(await scored(here, file)).toEqual([0, expect.stringMatching(/^(?:claim-pinned|weak)$/)]);
    expect((await scored(here, file))[0]).toBeGreaterThan(0);
    for (const [place, content] of [...modules, ...changed.map((one) => [one, 'x'] as const)]) {
      here.write(place, content);
      expect([place, ...(await scored(here, file))]).toEqual([place, 0, 'red-baseline']);
    }
    expect(await scored(here, file, { TONE: 'loud' })).toEqual([0, 'red-baseline']);
  },
  manyStarts,
);
