import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/run.js', import.meta.url));
const batch = fileURLToPath(new URL('./batch.mjs', import.meta.url));
const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
// Inside this package, so that an agent finds @stepfork/interceptor as it would in a project of its own.
const temporary = fileURLToPath(new URL('../.tmp/', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** `null`: `started` writes it, and ends it. */
  readonly stdin?: string | null;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** A command that runs it, which follows as arguments. */
  readonly before?: readonly string[];
  readonly started?: (child: ChildProcess, onStderr: (listen: (text: string) => void) => void) => void;
}

/** A folder of its own for one test, with the agents of `test/fixtures`. */
export interface Project {
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string | Uint8Array) => void;
  readonly read: (name: string) => string;
  readonly has: (name: string) => boolean;
  /** Files that are there now, without the folders. */
  readonly files: () => readonly string[];
  /** How often an agent was run: each run of a fixture agent leaves a line. */
  readonly runs: () => number;
  readonly stepfork: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  /** The same for many command lines, in one process: only for those that never come to run an agent. */
  readonly refused: (lines: readonly (readonly string[])[]) => Promise<readonly Ended[]>;
}

export function project(): Project {
  const opened = openProject();
  onTestFinished(() => rmSync(opened.folder, { recursive: true, force: true }));
  return opened;
}

/** The same, to be removed by the caller. */
export function openProject(): Project {
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'project-'));
  cpSync(fixtures, folder, { recursive: true });
  const path = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(path(name), 'utf8');
  return {
    folder,
    path,
    read,
    write: (name, text) => {
      mkdirSync(join(path(name), '..'), { recursive: true });
      writeFileSync(path(name), text);
    },
    has: (name) => existsSync(path(name)),
    files: () => filesIn(folder).sort(),
    runs: () => (existsSync(path('runs.log')) ? read('runs.log').trim().split('\n').length : 0),
    stepfork: (args, options) => run([bin, ...args], folder, options),
    refused: async (lines) => {
      const { code, stdout, stderr } = await run([batch], folder, { stdin: JSON.stringify(lines) });
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

function run(args: readonly string[], folder: string, options: RunOptions = {}): Promise<Ended> {
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
    // Whoever started the tests may have used npx.
    npm_command: undefined,
    // And may be a CI server, where no fork is made.
    CI: undefined,
    GITHUB_ACTIONS: undefined,
    RUNS_LOG: join(folder, 'runs.log'),
    EFFECTS_LOG: join(folder, 'effects.log'),
    ...options.env,
  };
  const [file = '', ...words] = [...(options.before ?? []), process.execPath, ...args];
  const child = spawn(file, words, { cwd: options.cwd ?? folder, env, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  const listeners: ((text: string) => void)[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const listen of listeners) listen(stderr);
  });
  if (options.stdin !== null) child.stdin.end(options.stdin ?? '');
  // Who has ended reads no more.
  child.stdin.on('error', () => {});
  options.started?.(child, (listen) => listeners.push(listen));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Not behind links, which Node 24 follows where it lists a folder with all below it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return filesIn(path);
    return one.isFile() ? [path] : [];
  });
}
