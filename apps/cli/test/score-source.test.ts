import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Project, project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

// Each start of the command takes seconds where the machine is busy.
vi.setConfig({ testTimeout: 240_000 });

interface SourceResult {
  readonly family: string;
  readonly place: { readonly path: string; readonly start: { readonly line: number }; readonly isPart: boolean };
  readonly says: string;
  readonly outcome: { readonly kind: string; readonly reason?: string; readonly because?: string; readonly by?: string };
}

/** The mutants of source, by what they say. */
async function scored(here: Project, file: string, ...flags: readonly string[]): Promise<ReadonlyMap<string, SourceResult>> {
  const { code, stdout, stderr } = await here.stepfork(['score', file, '--json', ...flags]);
  if (code !== 0 && code !== 1) throw new Error(`${code}: ${stdout}${stderr}`);
  const { mutants } = JSON.parse(stdout) as { readonly mutants: readonly SourceResult[] };
  return new Map(mutants.filter(({ family, says }) => family === 'source' && says.includes('→')).map((one) => [one.says, one]));
}

const price = `exports.total = (cents) => (cents > 0 ? cents * 2 : 0);\n`;
const esm = (text: string): string => text.replace('exports.total =', 'export const total =');
const commonJs = (ending: string): string => `const { tool } = require('@stepfork/interceptor');
const { total } = require('./price.${ending}');
const look = tool('look', (id) => 4999);
let runs = 0;
exports.runAgent = async (id) => { runs += 1; const found = await look(id); const note = 'seen'; return { runs, note, cents: total(found) }; };
`;
const modules = (ending: string): string =>
  commonJs(ending)
    .replace(/^const \{ tool \}.*$/m, "import { tool } from '@stepfork/interceptor';")
    .replace(/^const \{ total \}.*$/m, `import { total } from './price.${ending}';`)
    .replace('exports.runAgent =', 'export const runAgent =');

it.each([
  ['ts', esm(price), modules('ts')],
  ['mjs', esm(price), modules('mjs')],
  ['cjs', price, commonJs('cjs')],
  ['cts', price, commonJs('cts')],
  ['mixed.mjs', price, modules('cjs')],
])(
  'the own modules of an agent in .%s are changed one place at a time, those that it imports too, each run with fresh ones',
  async (kind, priceText, agentText) => {
    const ending = kind.replace('mixed.', '');
    const here = project();
    const imported = kind.startsWith('mixed') ? 'cjs' : ending;
    here.write(`src/price.${imported}`, priceText);
    here.write(`src/shop.${ending}`, agentText);
    expect(await here.stepfork(['record', '-a', `./src/shop.${ending}#runAgent`, '-i', '"A-1"', '-o', 'shop.sftrace'])).toMatchObject({
      code: 0,
    });
    const claim = { returns: { cents: 9998, runs: 1 } };
    here.write('shop.case.json', JSON.stringify({ version: 1, trace: 'shop.sftrace', agent: `src/shop.${ending}#runAgent`, claim }));
    const mutants = await scored(here, 'shop.case.json', '--source');
    const outcome = (says: string): object | undefined => mutants.get(says)?.outcome;
    expect(outcome(`'look' → ""`)).toEqual({ kind: 'not-executable', reason: expect.stringContaining('A tool needs a name') });
    expect(outcome('cents * 2 → cents / 2')).toMatchObject({ kind: 'killed', by: expect.stringContaining('2499.5') });
    expect(outcome('cents > 0 → cents <= 0')).toMatchObject({ kind: 'killed' });
    expect(outcome('cents > 0 → cents >= 0')).toEqual({ kind: 'ignored', reason: 'nothing that the agent returned or did is different' });
    expect(outcome(`'seen' → ""`)).toEqual({ kind: 'survived', because: 'nobody claims output /note: "seen" → ""' });
    expect(mutants.get('cents * 2 → cents / 2')?.place).toMatchObject({ path: `src/price.${imported}`, start: { line: 1 } });
  },
);

const claim = {
  returns: { priority: 'high', refunded_cents: 4999 },
  calls: [{ tool: 'issue_refund', with: { customer_id: 'cus_204', amount_cents: 4999 }, times: 1, only: true }],
};

async function refund(): Promise<Project> {
  const here = project();
  await addRecording(here);
  here.write('refund.case.json', JSON.stringify({ version: 1, trace: 'refund.sftrace', agent: 'src/agent.ts#runAgent', claim }));
  return here;
}

it('what a run does not reach is not run, what it asks anew is no kill, and no effect runs', async () => {
  const here = await refund();
  const mutants = await scored(here, 'refund.case.json', '--source', '--fixed', './src/agent.ts#fixedAgent');
  expect(mutants.get(`'rf_1' → ""`)?.outcome).toEqual({ kind: 'ignored', reason: 'the run does not reach it' });
  expect(mutants.get('`Ticket of $' + '{email}` → ``')?.outcome).toMatchObject({
    kind: 'not-executable',
    reason: expect.stringContaining('gpt'),
  });
  expect(mutants.get(`'gpt' → ""`)?.outcome).toMatchObject({ kind: 'not-executable', reason: expect.stringContaining('cannot be loaded') });
  expect(mutants.get('{ effect: true } → {}')?.outcome).toEqual({
    kind: 'ignored',
    reason: 'nothing that the agent returned or did is different',
  });
  expect(here.has('effects.log')).toBe(false);
});

it('a correction of several parts is taken back part by part', async () => {
  const here = await refund();
  const text = here.read('src/agent.ts');
  const fixed = text
    .replace('triage(ticket, (cents) => Math.floor(cents / 100))', 'triage(ticket, (cents) => cents)')
    .replace('priority: Priority.High', 'priority: Priority.High, checked: true');
  here.write('src/agent-fixed.ts', fixed);
  const mutants = [...(await scored(here, 'refund.case.json', '--source', '--fixed', './src/agent-fixed.ts#runAgent')).values()];
  expect(mutants.filter(({ place }) => place.isPart).map(({ outcome }) => outcome)).toEqual([
    { kind: 'survived', because: 'nobody claims output /checked: true → (missing)' },
    { kind: 'killed', by: expect.stringContaining('49') },
  ]);
});

const looping = `import { tool } from '@stepfork/interceptor';
const look = tool('look', async () => 3);
export async function runAgent() {
  const most = await look();
  const found = [];
  for (let at = 0; at < most; at += 1) found.push(at);
  return found.length;
}
`;

it('a loop that no longer ends is ended by how often it goes round, the same in every run, and is no kill', async () => {
  const here = project();
  here.write('src/loop.mjs', looping);
  expect(await here.stepfork(['record', '-a', './src/loop.mjs#runAgent', '-o', 'loop.sftrace'])).toMatchObject({ code: 0 });
  here.write(
    'loop.case.json',
    JSON.stringify({ version: 1, trace: 'loop.sftrace', agent: 'src/loop.mjs#runAgent', claim: { returns: 3 } }),
  );
  const runs = [await scored(here, 'loop.case.json', '--source'), await scored(here, 'loop.case.json', '--source')] as const;
  expect(runs[0].get('at += 1 → at -= 1')?.outcome).toEqual({ kind: 'timed-out' });
  expect(runs[0].get('at < most → at >= most')?.outcome).toMatchObject({ kind: 'killed' });
  expect([...runs[1].values()]).toEqual([...runs[0].values()]);
});

const loading = (port: number): string => `import { connect } from 'node:net';
import { tool } from '@stepfork/interceptor';
const look = tool('look', async () => 3);
// Stryker disable next-line all
const reach = () => new Promise((resolve) => connect(${port}, '127.0.0.1').on('close', resolve).on('error', resolve).resume());
const most = 3;
const found = [];
for (let at = 0; at < most; at += 1) found.push(at);
if (most > 5) setTimeout(reach);
if (most > 7) await reach();
export async function runAgent() {
  await look();
  return found.length;
}
`;

it('what a mutant does while it is loaded is no kill: a loop without an end is ended, and nobody is reached whom the right code does not reach', async () => {
  let reached = 0;
  const server = createServer((socket) => {
    reached += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const here = project();
  here.write('src/load.mjs', loading(port));
  expect(await here.stepfork(['record', '-a', './src/load.mjs#runAgent', '-o', 'load.sftrace'])).toMatchObject({ code: 0 });
  here.write(
    'load.case.json',
    JSON.stringify({ version: 1, trace: 'load.sftrace', agent: 'src/load.mjs#runAgent', claim: { returns: 3 } }),
  );
  const refused = {
    kind: 'not-executable',
    reason: `it opens a socket to 127.0.0.1:${port} while it is loaded, which the right code does not`,
  };
  const mutants = await scored(here, 'load.case.json', '--source');
  expect(mutants.get('at += 1 → at -= 1')?.outcome).toEqual({ kind: 'timed-out' });
  expect(mutants.get('most > 5 → true')?.outcome).toEqual(refused);
  expect(mutants.get('most > 7 → true')?.outcome).toEqual(refused);
  expect(reached).toBe(0);
  here.write('src/load.mjs', loading(port).replace('if (most > 7) ', ''));
  const free = await scored(here, 'load.case.json', '--source');
  expect(free.get('most > 5 → true')?.outcome).toMatchObject({ kind: 'ignored' });
  expect(reached).toBeGreaterThan(0);
});

it.each([
  ['vitest', 'shop.test.ts'],
  ['node:test', 'shop.test.mjs'],
])(
  'a test of %s has the same mutants of source, in one start of its runner, and what it expects behind verify kills them',
  async (runner, file) => {
    const here = project();
    here.write('vitest.config.mjs', 'export default {};');
    here.write('src/price.ts', esm(price));
    // A runner loads it once.
    here.write('src/shop.ts', modules('ts').replace('runs += 1; ', ''));
    expect(await here.stepfork(['record', '-a', './src/shop.ts#runAgent', '-i', '"A-1"', '-o', 'shop.sftrace'])).toMatchObject({ code: 0 });
    const text = (agent: string): string => `import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { verify } from '@stepfork/replay';
import { test } from '${runner}';
import { runAgent } from './src/shop.ts';
appendFileSync('starts.log', 'started ');
test('shop', async () => {
  const { trace } = await verify({ traces: new URL('./shop.sftrace', import.meta.url), agent: ${agent}, claim: { returns: { runs: 0 } } });
  assert.equal(trace.outcome.value.cents, 9998);
});
`;
    here.write(file, text('runAgent'));
    const mutants = await scored(here, file, '--source');
    const outcome = (says: string): object | undefined => mutants.get(says)?.outcome;
    expect(outcome(`'look' → ""`)).toEqual({ kind: 'not-executable', reason: expect.stringContaining('A tool needs a name') });
    expect(outcome('cents * 2 → cents / 2')).toMatchObject({ kind: 'killed', by: expect.stringContaining('2499.5') });
    expect(outcome('cents > 0 → cents >= 0')).toEqual({ kind: 'ignored', reason: 'nothing that the agent returned or did is different' });
    expect(outcome(`'seen' → ""`)).toEqual({ kind: 'survived', because: 'nobody claims output /note: "seen" → ""' });
    expect(mutants.get('cents * 2 → cents / 2')?.place.path).toBe('src/price.ts');
    expect(here.read('starts.log')).toBe('started ');
    here.write(file, text('(id) => runAgent(id)'));
    const ended = await here.stepfork(['score', file, '--source']);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/exported by no module that it imports[\s\S]*--fixed/) });
    expect(await scored(here, file, '--source', '--fixed', './src/shop.ts#runAgent')).toHaveProperty('size', mutants.size);
  },
);

it('--mutate chooses modules, and one that chooses none is refused with those that there are', async () => {
  const here = await refund();
  const fixed = ['--fixed', './src/agent.ts#fixedAgent'];
  expect((await scored(here, 'refund.case.json', '--mutate', 'src/*.ts', ...fixed)).size).toBeGreaterThan(10);
  const ended = await here.stepfork(['score', 'refund.case.json', '--mutate', 'lib/**', ...fixed]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/lib\/\*\*[\s\S]*src\/agent\.ts/) });
});

it('Ctrl-C leaves no text of a mutant behind, and what a killed score has left is removed', async () => {
  const here = await refund();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(here.path(`temporary/stepfork-source-${pid}-left`), { recursive: true });
  const left = (): readonly string[] => readdirSync(here.path('temporary')).filter((name) => name.startsWith('stepfork-source-'));
  let asked: Promise<void> | null = null;
  const ended = await here.stepfork(['score', 'refund.case.json', '--source', '--fixed', './src/agent.ts#fixedAgent'], {
    env: { TMPDIR: here.path('temporary') },
    started: (child) => {
      asked = vi
        .waitFor(() => expect(left()).toEqual([expect.not.stringMatching(/-left$/)]), { timeout: 60_000, interval: 5 })
        .then(() => void child.kill('SIGINT'));
    },
  });
  await asked;
  expect([ended.signal, left()]).toEqual(['SIGINT', []]);
});
