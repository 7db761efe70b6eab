import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { resolvesFrom } from '@stepfork/export';
import { packageRoot } from '../agent/agent-ref.ts';
import { UsageError } from '../errors/usage-error.ts';
import { killWorker } from '../pool/start-worker.ts';
import { removeLeft, temporaryFolder } from '../project/left-behind.ts';
import type { AskedSource } from './asked-source.ts';
import { type HungRun, orderVariable, type ScoredLine, type TestRunLine, type TestRunOrder } from './test-run/order.ts';
import { vitestRoot } from './vitest-root.ts';

/** Most of what a runner printed that is worth showing. */
const mostShown = 2000;

const runnerPrefix = 'score-runner-';

/**
 * Scores the test of a file in one start of its runner, Vitest or Node's own; a run that never gives control back takes that process with it,
 * and costs another start, in which it is left out.
 *
 * @throws UsageError for a file that holds no test which calls `verify`, or several, and for one that its runner cannot run; the signal's
 * reason, when it is aborted: then the runner is gone
 */
export async function runTestFile(
  {
    file,
    source,
    ...asked
  }: { readonly file: string } & Pick<TestRunOrder, 'fixed' | 'buggy' | 'thresholds' | 'memory'> & {
      readonly source: AskedSource | null;
    },
  { signal, onHung }: { readonly signal: AbortSignal; readonly onHung: (runs: number) => void },
): Promise<ScoredLine> {
  const folder = temporaryFolder('stepfork-score-');
  try {
    const hung: HungRun[] = [];
    for (;;) {
      const answer = join(folder, `answer-${hung.length}`);
      const texts = join(folder, `texts-${hung.length}`);
      const order = { file, answer, startedBy: process.pid, hung, source: source && { ...source, folder: texts }, ...asked };
      const printed = await start(order, signal);
      const lines = linesOf(answer);
      const last = lines.at(-1);
      if (last === undefined || !('hung' in last)) return scoreOf(lines, basename(file), printed);
      if (hung.some((one) => one.test === last.test && one.hung === last.hung)) throw neverEnds(last.test);
      hung.push(last);
      onHung(hung.length);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function linesOf(answer: string): readonly TestRunLine[] {
  if (!existsSync(answer)) return [];
  const text = readFileSync(answer, 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as TestRunLine);
}

function neverEnds(test: string): UsageError {
  return new UsageError(`The test "${test}" keeps control for ever before it calls verify.`, 'Let it await, or end.');
}

function scoreOf(lines: readonly TestRunLine[], file: string, printed: string): ScoredLine {
  const [line, second] = lines.filter((one): one is Exclude<TestRunLine, HungRun> => !('hung' in one));
  if (line === undefined) {
    const said = printed.trim() === '' ? '' : `\nIts runner said:\n${stripVTControlCharacters(printed).trim().slice(0, mostShown)}`;
    throw new UsageError(`No test of ${file} could be scored.`, `It must hold one that calls verify of @stepfork/replay.${said}`);
  }
  if (second !== undefined)
    throw new UsageError(`${file} holds ${lines.length} tests that call verify.`, 'Score their case files one by one.');
  if ('error' in line) {
    const { test, error, hint = 'See `stepfork score --help`.' } = line;
    throw new UsageError(`The test "${test}" could not be scored: ${error.replace(/\.$/, '')}.`, hint);
  }
  return line;
}

function start(order: TestRunOrder, signal: AbortSignal): Promise<string> {
  const { file } = order;
  const root = packageRoot(dirname(file)) ?? dirname(file);
  const isVitest = /from ['"]vitest['"]/.test(readFileSync(file, 'utf8'));
  const own = (name: string): string => fileURLToPath(new URL(`./test-run/${name}.js`, import.meta.url));
  const env = { ...process.env, [orderVariable]: JSON.stringify(order) };
  if (!isVitest) {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    return run(['--import', tsx, '--import', pathToFileURL(own('node-test')).href, file], { cwd: root, env, signal });
  }
  if (!resolvesFrom(root, 'vitest'))
    throw new UsageError(
      `${basename(file)} is a test for Vitest, which is not installed in ${root}.`,
      'Install it, or name the case file.',
    );
  // Where its imports lead to the Vitest of the project; git ignores the folder.
  const place = join(root, '.stepfork');
  mkdirSync(place, { recursive: true });
  removeLeft(place, runnerPrefix);
  const runner = join(place, `${runnerPrefix}${process.pid}.mjs`);
  writeFileSync(runner, runnerText(pathToFileURL(own('vitest-runner')).href));
  // As who starts it where its config lies.
  const configured = vitestRoot(root);
  return run([own('vitest'), configured, file, runner], { cwd: configured, env, signal }).finally(() => rmSync(runner, { force: true }));
}

/**
 * Ours is loaded by Node itself, as it is where the project has it installed, and not by Vite: a module at a `data:` URL always is.
 * What it builds on has one name from Vitest 4.1 on, and had others before, which Vitest 5 no longer knows.
 */
function runnerText(ours: string): string {
  return [
    "import * as vitest from 'vitest';",
    `import { scoringRunner } from ${JSON.stringify(`data:text/javascript,${encodeURIComponent(`export * from ${JSON.stringify(ours)};`)}`)};`,
    // Put together, since Vite looks for what is named in one text, wanted or not.
    "const older = (name) => import(/* @vite-ignore */ 'vitest/' + name);",
    "const { TestRunner: Base = (await older('runners')).VitestTestRunner } = vitest;",
    "const { getTestFn = (await older('suite')).getFn, getSuiteHooks = (await older('suite')).getHooks } = Base;",
    'export default scoringRunner(Base, { getTestFn, getSuiteHooks });',
    '',
  ].join('\n');
}

/** What it printed. Its exit code says nothing: whether there is an answer does. */
function run(
  args: readonly string[],
  { signal, ...where }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<string> {
  // In a process group of its own, so that the workers of the runner end with it.
  const child = spawn(process.execPath, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' });
  const kill = (): void => killWorker(child);
  signal.addEventListener('abort', kill);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      signal.removeEventListener('abort', kill);
      if (signal.aborted) reject(signal.reason);
      else resolve(printed);
    });
  });
}
