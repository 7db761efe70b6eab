import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const claim = ['--returns', '{"refunded_cents":4999}', '--expect-call', 'issue_refund x1 {"amount_cents":4999}'];
const fixed = ['--fixed', './src/agent.ts#fixedAgent'];
const exported = (...flags: readonly string[]) => ['export', 'refund.sftrace', '-o', 'test/refund.test.ts', ...flags];
const written = ['refund.case.json', 'refund.sftrace.jsonl', 'refund.test.ts'];

async function stage(): Promise<Project> {
  const here = project();
  await addRecording(here);
  return here;
}

function testFiles(here: Project): readonly string[] {
  return here
    .files()
    .filter((file) => file.startsWith(here.path('test/')))
    .map((file) => file.slice(here.path('test/').length));
}

it.each([
  ['a claim that a person types', claim, 'red-only', 0],
  ['that claim, and fixed code', [...claim, ...fixed], 'admitted', 0],
  ['fixed code alone', fixed, 'admitted', 0],
  ['a claim that the bug satisfies', ['--returns', '{"refunded_cents":49}'], 'cannot-fail', 1],
  ['a claim that the fix violates', ['--returns', '{"refunded_cents":5000}', ...fixed], 'cannot-pass', 1],
  ['fixed code that asks something new', [...claim, '--fixed', './src/agent.ts#strayAgent'], 'unproven', 3],
  ['a fixed run that cannot be followed', ['--fixed', './src/agent.ts#strayAgent'], 'unproven', 3],
] as const)('%s: %s', async (_, flags, kind, code) => {
  const here = await stage();
  const ended = await here.stepfork(exported(...flags));
  expect(ended).toMatchObject({ code, stdout: expect.stringMatching(new RegExp(`^${kind}: `)) });
  expect(testFiles(here)).toEqual(code === 0 ? written : []);
  expect(here.has('effects.log')).toBe(false);
});

it('prints what was drawn from the fixed run, for review', async () => {
  const here = await stage();
  const { stdout } = await here.stepfork(exported(...fixed));
  expect(stdout).toContain('claim (what src/agent.ts#fixedAgent did), for review:');
  expect(stdout).toContain('"amount_cents": 4999');
});

it('--force writes the test whatever its admission, and says so by its exit code all the same', async () => {
  const here = await stage();
  expect(await here.stepfork(exported('--returns', '{"refunded_cents":49}', '--force'))).toMatchObject({ code: 1 });
  expect(testFiles(here)).toEqual(written);
});

it('without any claim writes a draft that names every value to correct, and takes it only when it is corrected', async () => {
  const here = await stage();
  const ended = await here.stepfork(exported());
  expect(ended.code).toBe(2);
  expect(ended.stdout).toContain('A draft was written: refund.claim.json');
  expect(ended.stdout).toMatch(/\/returns\/refunded_cents +recorded 49/);
  expect(ended.stdout).toContain('--claim refund.claim.json');
  expect(testFiles(here)).toEqual([]);
  expect(await here.stepfork(exported('--claim', 'refund.claim.json'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('draft'),
  });
  here.write('refund.claim.json', '{"returns":{"refunded_cents":4999}}');
  expect(await here.stepfork(exported('--claim', 'refund.claim.json'))).toMatchObject({ code: 0 });
});

it('a crash claims at least that it does not happen', async () => {
  const here = project();
  await here.stepfork(['record', '-a', './src/odd.mjs#throws', '-o', 'odd.sftrace']);
  const ended = await here.stepfork(['export', 'odd.sftrace', '-o', 'test']);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^red-only: /) });
  expect(here.read('test/odd.test.ts')).toContain('throws: false');
});

it('names an effect that the claim does not mention', async () => {
  const here = await stage();
  const { stdout } = await here.stepfork(exported('--returns', '{"refunded_cents":4999}'));
  expect(stdout).toContain('unclaimed effect: issue_refund');
});

it('says so where the claim names a tool that nobody else knows', async () => {
  const here = await stage();
  const { code, stderr } = await here.stepfork(exported('--expect-call', 'isue_refund'));
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('isue_refund, which nobody else knows. Did you mean issue_refund?'),
  });
});

it('takes matchers, requests and same in a claim, writes them into the test, and names a model that nobody knows', async () => {
  const here = await stage();
  here.write(
    'own.claim.json',
    JSON.stringify({
      returns: { refunded_cents: { $: 'match', type: 'integer', min: 1000 } },
      calls: [{ same: '/amount_cents', of: 'issue_refund' }],
      requests: [{ model: 'nobody', messages: [{ pattern: '^sk-' }], never: true }],
    }),
  );
  const { code, stderr } = await here.stepfork(exported('--claim', 'own.claim.json', ...fixed));
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('the model nobody, which nobody else knows') });
  expect(here.read('test/refund.test.ts')).toContain("{ $: 'match', type: 'integer', min: 1000 }");
});

it('says how to run the test, and what is not installed for it', async () => {
  const here = await stage();
  const { stderr } = await here.stepfork(exported(...claim));
  expect(stderr).toContain('npx vitest run test/refund.test.ts');
  expect(stderr).toContain('stepfork replay test/refund.case.json');
});

it('writes a test for the runner of Node, which imports the file that is there, and says how to run it', async () => {
  const here = await stage();
  here.write('tsconfig.json', '{ "compilerOptions": { "strict": true } }');
  const { code, stderr } = await here.stepfork(['export', 'refund.sftrace', '--to', 'node-test', '-o', 'test', ...claim]);
  // With a loader for TypeScript, where this Node needs one.
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Run it: node (--import tsx )?--test test\/refund\.test\.mjs$/m),
  });
  expect(stderr).not.toContain('vitest');
  expect(here.read('test/refund.test.mjs')).toContain("from '../src/agent.ts'");
});

it('the case file that it wrote replays', async () => {
  const here = await stage();
  await here.stepfork(exported(...claim, ...fixed));
  expect(await here.stepfork(['replay', 'test/refund.case.json'])).toMatchObject({ code: 1 });
  expect(await here.stepfork(['replay', 'test/refund.case.json', '-a', './src/agent.ts#fixedAgent'])).toMatchObject({ code: 0 });
});

it('proves the red side on another commit, in a worktree that is gone afterwards', async () => {
  const here = await stage();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: here.folder, encoding: 'utf8' });
  git('init', '-q');
  git('add', 'src', 'package.json');
  git('commit', '-qm', 'buggy');
  here.write('src/agent.ts', here.read('src/agent.ts').replace('Math.floor(cents / 100)', 'cents'));
  git('commit', '-qam', 'fixed');
  expect(await here.stepfork(exported(...claim))).toMatchObject({ code: 1, stdout: expect.stringMatching(/^cannot-fail: /) });
  const ended = await here.stepfork(exported(...claim, '--buggy-ref', 'HEAD~1', '--fixed', './src/agent.ts#runAgent'));
  expect(ended.stdout + ended.stderr).toMatch(/^admitted: [\s\S]*src\/agent\.ts#runAgent at HEAD~1/);
  expect(ended.code).toBe(0);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('leaves no worktree where it was ended by %s', async (signal) => {
  const here = await stage();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: here.folder, encoding: 'utf8' });
  const worktrees = () => readdirSync(here.path('.git')).filter((name) => name.startsWith('stepfork-worktree-'));
  git('init', '-q');
  git('add', 'src', 'package.json');
  git('commit', '-qm', 'buggy');
  const waits = ['export', 'refund.sftrace', '-a', './src/odd.mjs#neverEnds', '--returns', '1', '--buggy-ref', 'HEAD', '-o', 'waits'];
  const { signal: endedBy } = await here.stepfork([...waits, '-p', 'ping=live'], {
    started: (child, onStderr) => onStderr((text) => text.includes('waiting') && child.kill(signal)),
  });
  expect(endedBy).toBe(signal);
  // Nobody can clean up after a SIGKILL but the next one.
  if (signal === 'SIGKILL') {
    expect(worktrees()).toHaveLength(1);
    await here.stepfork(exported(...claim, '--buggy-ref', 'HEAD'));
  }
  expect(worktrees()).toEqual([]);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

it('names the ways to the buggy code where the test cannot fail on the code as it is', async () => {
  const here = await stage();
  const { stderr } = await here.stepfork(exported('--returns', '{"refunded_cents":49}'));
  expect(stderr).toContain('--buggy-ref <commit>');
});

it('a file that cannot be written is no bug of ours', async () => {
  const here = await stage();
  here.write('refund.claim.json/in-the-way', '');
  const ended = await here.stepfork(exported('--force'));
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/^error: EISDIR: .*refund\.claim\.json/) });
});

it('lists the exporters with their origin, those of the config too', async () => {
  const here = project();
  here.write(
    'stepfork.config.mjs',
    "export default { exporters: [{ name: 'plain', summary: 'a line', render: ({ name }) => [{ path: name + '.txt', text: 'x' }] }] };",
  );
  const { code, stdout } = await here.stepfork(['export', '--list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/vitest .* built in/);
  expect(stdout).toMatch(/plain +a line +stepfork\.config\.mjs/);
});

function addPlugin(here: Project, hook: string): void {
  here.write(
    'plain/package.json',
    '{ "name": "stepfork-plain", "version": "1.0.0", "type": "module", "oclif": { "hooks": { "stepfork:exporters": "./hook.js" } } }',
  );
  here.write('plain/hook.js', hook);
  const plugins = [{ type: 'link', name: 'stepfork-plain', root: here.path('plain') }];
  here.write('data/stepfork/package.json', JSON.stringify({ oclif: { schema: 1, plugins } }));
}

it('lists the exporters of an oclif plugin', async () => {
  const here = project();
  addPlugin(here, "export default async () => [{ name: 'plain', summary: 'a line', render: () => [] }];");
  expect(await here.stepfork(['export', '--list'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/plain +a line +plugin stepfork-plain/),
  });
});

const plain =
  "{ name: 'plain', summary: 'a line', switches: { loud: 'in capitals' }, render: ({ name, title, switches }) => [{ path: name + '.txt', text: switches.includes('loud') ? title.toUpperCase() : title }] }";
const toPlain = ['export', 'refund.sftrace', ...claim, '-o', 'test', '--title', 'in full', '--to', 'plain'];

it.each([
  ['a value in the config', (here: Project) => here.write('stepfork.config.ts', `export default { exporters: [${plain}] };`)],
  [
    'a module that the config names',
    (here: Project) => {
      here.write('node_modules/stepfork-plain/package.json', '{ "name": "stepfork-plain", "type": "module", "exports": "./index.js" }');
      here.write('node_modules/stepfork-plain/index.js', `console.log('loaded'); export default ${plain};`);
      here.write('stepfork.config.ts', "export default { exporters: ['stepfork-plain'] };");
    },
  ],
  [
    'an oclif plugin that the config names',
    (here: Project) => {
      here.write(
        'node_modules/stepfork-plain/package.json',
        '{ "name": "stepfork-plain", "version": "1.0.0", "type": "module", "oclif": { "hooks": { "stepfork:exporters": "./hook" } } }',
      );
      here.write('node_modules/stepfork-plain/hook.js', `export default () => (${plain});`);
      here.write('stepfork.config.json', '{ "plugins": ["stepfork-plain"] }');
    },
  ],
  ['an oclif plugin that is installed', (here: Project) => addPlugin(here, `export default async () => [${plain}];`)],
])('an exporter from %s writes the test, with its own flags', async (_, offer) => {
  const here = await stage();
  offer(here);
  const { code, stdout } = await here.stepfork([...toPlain, '--loud', '--json']);
  expect({ code, kind: JSON.parse(stdout).admission.kind }).toEqual({ code: 0, kind: 'red-only' });
  expect(here.read('test/refund.txt')).toBe('IN FULL');
  expect(testFiles(here)).toEqual(['refund.case.json', 'refund.sftrace.jsonl', 'refund.txt']);
});

it('refuses a flag that neither the command nor its exporter knows', async () => {
  const here = await stage();
  here.write('stepfork.config.mjs', `export default { exporters: [${plain}] };`);
  const [unknown, misspelt, listed] = await here.refused([
    [...toPlain, '--quiet'],
    [...toPlain, '--lod'],
    ['export', '--list', '--lod'],
  ]);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/Nonexistent flag: --quiet[\s\S]*exporter plain: --loud\./) });
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean --loud?') });
  expect(listed).toMatchObject({ code: 2, stderr: expect.stringContaining('Nonexistent flag: --lod') });
  expect(testFiles(here)).toEqual([]);
});

it('an exporter that leaves the folder is named, and nothing is written', async () => {
  const here = await stage();
  addPlugin(here, `export default async () => [${plain.replace("path: name + '.txt'", "path: '../outside.txt'")}];`);
  expect(await here.stepfork(toPlain)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/\.\.\/outside\.txt" of the exporter plain/),
  });
  expect([testFiles(here), here.has('outside.txt')]).toEqual([[], false]);
});

it('a plugin that throws is named, and not passed over', async () => {
  const here = project();
  addPlugin(here, "export default async () => { throw new Error('out of date'); };");
  expect(await here.stepfork(['export', '--list'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/stepfork-plain[\s\S]*out of date/),
  });
});

it('a name that two exporters take is refused with both origins', async () => {
  const here = project();
  here.write('stepfork.config.mjs', "export default { exporters: [{ name: 'vitest', summary: 'mine', render: () => [] }] };");
  expect(await here.stepfork(['export', '--list'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/built in[\s\S]*stepfork\.config\.mjs/),
  });
});

it('ends where its reader has gone', async () => {
  const here = await stage();
  const { code } = await here.stepfork(exported(...claim), {
    started: (child) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  });
  expect(code).toBe(0);
});

it('writes in no file where on this machine the project lies, whatever was typed', async () => {
  const here = await stage();
  const typed = [
    'export',
    here.path('refund.sftrace'),
    '-o',
    here.path('test/refund.test.ts'),
    `--agent=${here.path('src/agent.ts')}#runAgent`,
  ];
  expect((await here.stepfork([...typed, ...claim])).code).toBe(0);
  expect(here.read('test/refund.test.ts')).toContain('stepfork export refund.sftrace -o test/refund.test.ts --agent=src/agent.ts#runAgent');
  for (const name of written) expect(here.read(`test/${name}`)).not.toContain(here.folder);
});
