import { rmSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const caseFile = JSON.stringify({ version: 1, trace: 'shop.sftrace', agent: 'src/shop.mjs#runAgent', claim: { returns: '3' } });

/** An agent that says what it finds at a path outside of its package. */
async function stage(body: string, prepare: (folder: Project) => void = () => {}): Promise<Project> {
  const here = project();
  here.write('package.json', '{"type":"module"}');
  here.write('shop/package.json', '{"type":"module"}');
  here.write('beside.txt', '');
  prepare(here);
  const imports = `import { execFileSync } from 'node:child_process';
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { tool } from '@stepfork/interceptor';
`;
  const agent = `const look = tool('look', async () => 3);
const at = ${JSON.stringify(here.path('beside.txt'))};
export async function runAgent() { return String(await look()) + ${body}; }`;
  here.write('shop/src/shop.mjs', imports + agent);
  here.write('shop/shop.case.json', caseFile);
  const recorded = ['record', '-a', './src/shop.mjs#runAgent', '-o', 'shop.sftrace'];
  expect(await here.stepfork(recorded, { cwd: here.path('shop') })).toMatchObject({ code: 0 });
  return here;
}

/** Whether runs were known, and the verdict. */
async function scored(here: Project): Promise<readonly [boolean, string]> {
  const { stdout, stderr } = await here.stepfork(['score', 'shop.case.json', '--json'], { cwd: here.path('shop') });
  if (stdout === '') throw new Error(stderr);
  const { runs, verdict } = JSON.parse(stdout);
  return [runs.known > 0, verdict];
}

const tells = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1], "utf8"))';
const posts = 'require("node:worker_threads").parentPort.postMessage(require("node:fs").readFileSync(process.argv[2], "utf8"))';

it.each([
  ['how large it is', "(statSync(at).size || '')", true],
  ['what another process says of it', `execFileSync(process.execPath, ['-e', ${JSON.stringify(tells)}, at], { encoding: 'utf8' })`, false],
  [
    'what another thread says of it',
    `await new Promise((said) => new Worker(${JSON.stringify(posts)}, { eval: true, argv: [at] }).once('message', said))`,
    false,
  ],
])(
  'of an agent that tells of a file %s nothing is known where that is another one',
  async (_, body, isKept) => {
    const here = await stage(body);
    const [, verdict] = await scored(here);
    expect(verdict).toMatch(/^(?:claim-pinned|weak)$/);
    expect(await scored(here)).toEqual([isKept, verdict]);
    here.write('beside.txt', 'x');
    expect(await scored(here)).toEqual([false, 'red-baseline']);
  },
  120_000,
);

it.each(['readlinkSync', 'realpathSync'])(
  'of an agent that tells where a link leads (%s) nothing is known where that is elsewhere, with the same content',
  async (ask) => {
    const here = await stage(`(${ask}(at).endsWith('one.txt') ? '' : ' moved')`, (folder) => {
      for (const name of ['one.txt', 'other.txt']) folder.write(name, 'same');
      rmSync(folder.path('beside.txt'));
      symlinkSync(folder.path('one.txt'), folder.path('beside.txt'));
    });
    const [, verdict] = await scored(here);
    expect(await scored(here)).toEqual([true, verdict]);
    rmSync(here.path('beside.txt'));
    symlinkSync(here.path('other.txt'), here.path('beside.txt'));
    expect(await scored(here)).toEqual([false, 'red-baseline']);
  },
  120_000,
);

it('of an agent that imports by a path of its tsconfig nothing is known where what lies there is another one', async () => {
  const here = project();
  here.write('common/price.ts', 'export const price: number = 3;');
  here.write('shop/package.json', '{"type":"module"}');
  here.write('shop/tsconfig.json', '{ "compilerOptions": { "paths": { "@common/*": ["../common/*"] } } }');
  here.write(
    'shop/src/shop.ts',
    `import { tool } from '@stepfork/interceptor';
import { price } from '@common/price';
const look = tool('look', async () => 3);
export async function runAgent(): Promise<string> { await look(); return String(price); }`,
  );
  here.write('shop/shop.case.json', caseFile.replace('shop.mjs', 'shop.ts'));
  const recorded = ['record', '-a', './src/shop.ts#runAgent', '-o', 'shop.sftrace'];
  expect(await here.stepfork(recorded, { cwd: here.path('shop') })).toMatchObject({ code: 0 });
  const [, verdict] = await scored(here);
  expect(verdict).toMatch(/^(?:claim-pinned|weak)$/);
  expect(await scored(here)).toEqual([true, verdict]);
  here.write('common/price.ts', 'export const price: number = 4;');
  expect(await scored(here)).toEqual([false, 'red-baseline']);
}, 120_000);
