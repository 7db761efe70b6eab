import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { credentialFormats } from '@stepfork/testkit';
import { scanText, writeTrace } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, openProject, type Project } from './support/project.ts';

// One project in which an agent handles every credential of the corpus in every way it can. The tests build on each other.

const corpus = credentialFormats.map(({ issuer, name = 'VALUE', value, pattern }) => ({ issuer, name, secret: value(11), pattern }));
/** Has no form: it is known because it stands in the environment under a telling name. */
const fromEnvironment = ['q7', 'Wm2Xk9Rt4Lp6Zc8Vb3Nh5'].join('-');
const madeUpKey = /sk-proj-FAKE\d+/;
const ticketKey = ['sk-proj', 'FAKE0011223344556677'].join('-');
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));
const zoo = fileURLToPath(new URL('../../../bench/zoo/cases/', import.meta.url));

let here: Project;
let outside: string;
let atHome: Readonly<Record<string, string | undefined>>;
const printed: string[] = [];

beforeAll(() => {
  here = openProject();
  outside = mkdtempSync(join(tmpdir(), 'stepfork-secrets-'));
  const world = join(outside, 'world.json');
  writeFileSync(world, JSON.stringify(corpus.map(({ issuer, name, secret }) => ({ issuer, name, secret }))));
  atHome = { XDG_CONFIG_HOME: join(outside, 'config'), WORLD: world, WORKER_API_KEY: fromEnvironment, TICKET_KEY: ticketKey };
  here.write('src/desk.mjs', deskModule());
  here.write('src/zoo.mjs', zooModule());
  cpSync(join(zoo, '20-key-in-ticket'), here.path('src/ticket'), { recursive: true });
  // The case has its made-up key in its world; here no file may hold one.
  here.write('src/ticket/world.mjs', here.read('src/ticket/world.mjs').replace(madeUpKey, "' + process.env.TICKET_KEY + '"));
  execFileSync('git', ['init', '-q'], { cwd: here.folder });
});

afterAll(() => {
  for (const folder of [here.folder, outside]) rmSync(folder, { recursive: true, force: true });
});

async function stepfork(args: readonly string[], env = atHome): Promise<Ended> {
  const ended = await here.stepfork(args, { env });
  printed.push(ended.stdout, ended.stderr);
  return ended;
}

/** The exported test as CI runs it: no key of the project, no credential, no world. */
function runTest(file: string): { readonly code: number; readonly output: string } {
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(outside, 'nobody'),
    WORKER_API_KEY: undefined,
    WORLD: undefined,
    TICKET_KEY: undefined,
    NO_COLOR: '1',
    VITEST: undefined,
  };
  try {
    const output = execFileSync(process.execPath, [vitest, 'run', '--root', here.folder, file], {
      cwd: here.folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    printed.push(output);
    return { code: 0, output };
  } catch (error) {
    const { status, stdout, stderr } = error as { readonly status: number; readonly stdout: string; readonly stderr: string };
    printed.push(stdout, stderr);
    return { code: status, output: stdout + stderr };
  }
}

/** The forms in which a secret could be written. */
const traces = [...corpus.map(({ secret }) => secret), fromEnvironment, ticketKey].flatMap((secret) => [
  secret,
  secret.slice(-12),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').slice(4, -4),
  Buffer.from(`ann:${secret}`).toString('base64').slice(8, -4),
]);

function expectClean(text: string, where: string): void {
  for (const trace of traces) if (text.includes(trace)) throw new Error(`${where} holds ${trace}`);
  // For people values are cut, and half a pseudonym is none.
  if (!where.startsWith('output') || text.startsWith('{')) expect(scanText(text, [fromEnvironment]), where).toEqual([]);
}

async function expectCleanProject(): Promise<void> {
  const files = here.files().filter((file) => !file.includes(`${sep}.git${sep}`));
  for (const file of files) expectClean(await textIn(file), file);
  for (const [at, text] of printed.entries()) expectClean(text, `output ${at}`);
}

/** What a packed trace says is deflated. */
async function textIn(file: string): Promise<string> {
  const bytes = file.endsWith('.sftrace') ? await writeTrace(await readTraceFile(file), 'text') : readFileSync(file);
  return Buffer.from(bytes).toString('latin1');
}

describe('an agent that handles 130 kinds of credentials', { timeout: 180_000 }, () => {
  it('is recorded, whole', async () => {
    const ended = await stepfork(['record', '-a', './src/desk.mjs#runAgent', '-i', '{"worker":"w-3"}', '-o', 'desk.sftrace.jsonl']);
    expect(ended).toMatchObject({ code: 0 });
    const trace = here.read('desk.sftrace.jsonl');
    // It did meet them all.
    expect(trace.match(/stepfork[a-z0-9]{6}|S-?T-?E-?P-?F-?O-?R-?K|57e9f02c|57E9F02C|78373675/g)?.length).toBeGreaterThan(
      10 * corpus.length,
    );
    expect(trace).toContain('"kind":"environment","site":"WORKER_API_KEY"');
    await expectCleanProject();
  });

  it('is inspected and replayed, at home and in CI', async () => {
    expect(await stepfork(['inspect', 'desk.sftrace.jsonl'])).toMatchObject({ code: 0 });
    expect(await stepfork(['inspect', 'desk.sftrace.jsonl', '--json'])).toMatchObject({ code: 0 });
    for (const env of [atHome, { XDG_CONFIG_HOME: join(outside, 'nobody') }]) {
      for (const more of [[], ['--json']]) {
        const ended = await stepfork(['replay', 'desk.sftrace.jsonl', '-p', 'create_ticket=sink', ...more], env);
        expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 });
      }
    }
    await expectCleanProject();
  });

  it('is exported with the claim of the fixed code, whose own expressions still find every key', async () => {
    const args = [
      'export',
      'desk.sftrace.jsonl',
      '-o',
      'test/desk.test.ts',
      '-p',
      'create_ticket=sink',
      '--fixed',
      './src/desk.mjs#fixedAgent',
    ];
    const ended = await stepfork(args);
    expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^admitted: /) });
    expect(await stepfork([...args.slice(0, 3), 'test/again.test.ts', ...args.slice(4), '--json'])).toMatchObject({ code: 0 });
    const { claim } = JSON.parse(here.read('test/desk.case.json'));
    expect(JSON.stringify(claim)).toContain('= ***');
    expect(JSON.stringify(claim)).not.toMatch(/STEPFORK/i);
    await expectCleanProject();
  });

  it('takes secrets in a claim, and writes their pseudonyms', async () => {
    const [{ secret = '' } = {}] = corpus;
    writeFileSync(join(outside, 'own.claim.json'), JSON.stringify({ calls: [{ tool: 'create_ticket', with: { title: secret } }] }));
    const args = [
      'export',
      'desk.sftrace.jsonl',
      '-o',
      'test/own.test.ts',
      '-p',
      'create_ticket=sink',
      '--claim',
      join(outside, 'own.claim.json'),
      '--force',
    ];
    await stepfork(args);
    await stepfork([...args, '--json']);
    await expectCleanProject();
  });

  it('is tested in CI: red on the bug, green on the fix', async () => {
    const red = runTest('test/desk.test.ts');
    expect(red.output).toContain('FailedError');
    expect(red.output).not.toContain('InconclusiveError');
    here.write('src/desk.mjs', here.read('src/desk.mjs').replace('const masks = false;', 'const masks = true;'));
    const green = runTest('test/desk.test.ts');
    expect(green, green.output).toMatchObject({ code: 0 });
    await expectCleanProject();
  });
});

it('the redaction case of the zoo: the fix finds its key, the wrong ones are red', { timeout: 180_000 }, async () => {
  const evidence = ['OPENAI_API_KEY=*** rejected', 'exit status 1'];
  const call = { tool: 'create_ticket', with: { title: 'embedder-3 crashes on start', evidence }, times: 1 };
  here.write('ticket.claim.json', JSON.stringify({ throws: false, returns: { filed: true }, calls: [call] }));
  expect(await stepfork(['record', '-a', './src/zoo.mjs#buggy', '-i', '{"worker":"embedder-3"}', '-o', 'ticket.sftrace'])).toMatchObject({
    code: 0,
  });
  const ended = await stepfork([
    'export',
    'ticket.sftrace',
    '-p',
    'create_ticket=sink',
    '--claim',
    'ticket.claim.json',
    '--fixed',
    './src/zoo.mjs#fixed',
    '-o',
    'test/ticket.test.ts',
  ]);
  expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^admitted: /) });
  for (const wrong of ['wrong1', 'wrong2']) {
    const replayed = await stepfork(['replay', 'test/ticket.case.json', '-a', `./src/zoo.mjs#${wrong}`, '--json']);
    expect(replayed.code).toBe(1);
  }
  await expectCleanProject();
});

function deskModule(): string {
  return `import { readFileSync } from 'node:fs';
import { model, tool } from '@stepfork/interceptor';

const world = () => JSON.parse(readFileSync(process.env.WORLD, 'utf8'));
const getLog = tool('get_log', () => world().map(({ name, secret }, at) => \`12:00:\${at} \${name} = \${secret} rejected\`));
const getVault = tool('get_vault', () => ({
  list: world().map(({ name, secret }) => ({ name: name === 'VALUE' ? 'API_KEY' : name, value: secret })),
  map: new Map(world().map(({ issuer, secret }) => [issuer, { api_key: secret }])),
  file: Buffer.from(world().map(({ name, secret }) => (name === 'VALUE' ? 'API_KEY' : name) + '=' + secret).join('\\n')),
  nested: JSON.stringify({ arguments: JSON.stringify(world().map(({ secret }) => ({ api_key: secret }))) }),
}));
const call = tool('call', ({ url, headers }) => {
  throw new Error('401 for ' + url, { cause: Object.assign(new Error('bad ' + headers.Authorization), { config: { headers } }) });
});
const chat = model('gpt', async function* ({ messages }) {
  const text = messages.map(({ content }) => content).join('\\n');
  for (let at = 0; at < text.length; at += 11) yield { id: 'c1', choices: [{ index: 0, delta: { content: text.slice(at, at + 11) } }] };
});
const createTicket = tool('create_ticket', () => ({ id: 'OPS-412', public: true }), { effect: true });

// What the fix looks for. No value stands here.
const patterns = [
${corpus.map(({ pattern }) => `  ${pattern},`).join('\n')}
];
const masks = false;

async function run({ worker }, isFixed) {
  const own = process.env.WORKER_API_KEY;
  if (own === undefined) throw new Error('WORKER_API_KEY is missing');
  const lines = await getLog({ worker });
  const vault = await getVault({ worker });
  for (const { value } of vault.list) {
    const basic = 'Basic ' + Buffer.from('ann:' + value).toString('base64');
    const url = 'https://api.example.com/v1?q=1&api_key=' + encodeURIComponent(value);
    await call({ url, headers: { Authorization: 'Bearer ' + value, 'Proxy-Authorization': basic, 'X-Worker': own } }).catch(() => {});
  }
  let text = '';
  for await (const { choices } of await chat({ messages: [{ role: 'user', content: lines.join('\\n') }] })) text += choices[0].delta.content;
  const mask = (line) => patterns.reduce((left, pattern) => left.replace(new RegExp('(?<= = )(?:' + pattern.source + ')(?= rejected)'), '***'), line);
  const evidence = text.split('\\n').map((line) => (isFixed ? mask(line) : line));
  const { id } = await createTicket({ title: 'keys of ' + worker + ' were rejected', evidence });
  return { filed: id, preview: evidence.slice(0, 3) };
}

export const runAgent = (input) => run(input, masks);
export const fixedAgent = (input) => run(input, true);
`;
}

function zooModule(): string {
  return `import { model, tool } from '@stepfork/interceptor';

const agent = (variant) => async (input) => {
  const { run } = await import(\`./ticket/\${variant}.mjs\`);
  const { llm, tools } = (await import('./ticket/world.mjs')).makeWorld();
  return run({
    llm: model((request) => request.model, llm),
    tools: Object.fromEntries(Object.entries(tools).map(([name, body]) => [name, tool(name, body)])),
    input,
  });
};

export const buggy = agent('buggy');
export const fixed = agent('fixed');
export const wrong1 = agent('wrong1');
export const wrong2 = agent('wrong2');
`;
}
