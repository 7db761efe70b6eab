import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StepforkError } from '@stepfork/trace';
import { UsageError } from '../usage-error.ts';
import { folderVariable, type Order, orderFile } from './order.ts';
import { readProcesses } from './read-processes.ts';

export interface ProgramOptions {
  /** Beside which its processes leave what they have to say. */
  readonly beside: string;
  readonly order: Order;
  /** Where its output goes; it is never touched. */
  readonly stdout: 'own' | 'stderr' | 'nowhere';
  /** What it reads; left out: what we would read. */
  readonly stdin?: string | Uint8Array | undefined;
  readonly timeoutMs?: number | undefined;
}

/** How a program has ended. */
export interface ProgramEnd {
  /** `null`: by a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isTimedOut: boolean;
  /** What its processes have left; to be removed by `removeFolder`. */
  readonly folder: string;
}

/**
 * Runs a command with us inside each Node process that it starts. Input, output, signals and exit code are its own.
 *
 * @throws UsageError if there is no such command; StepforkError if nothing can be written beside the output
 */
export async function runProgram(command: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const [file = '', ...args] = command;
  const folder = makeFolder(options.beside, options.order);
  try {
    const ended = await new Promise<Omit<ProgramEnd, 'folder'>>((resolve, reject) => {
      const { stdin } = options;
      const out = { own: 'inherit', stderr: process.stderr, nowhere: 'ignore' } as const;
      const child = spawn(file, args, {
        stdio: [stdin === undefined ? 'inherit' : 'pipe', out[options.stdout], options.stdout === 'nowhere' ? 'ignore' : 'inherit'],
        env: environment(folder),
      });
      if (stdin !== undefined) feed(child, stdin);
      const signals = passSignals(child);
      let isTimedOut = false;
      const timer =
        options.timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              isTimedOut = true;
              child.kill('SIGKILL');
              endAll(folder);
            }, options.timeoutMs);
      const over = (): void => {
        signals();
        clearTimeout(timer);
      };
      child.on('error', (cause: NodeJS.ErrnoException) => {
        over();
        reject(notStarted(file, cause));
      });
      child.on('exit', (code, signal) => {
        over();
        resolve({ code, signal, isTimedOut });
      });
    });
    return { ...ended, folder };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** What it has started ends with it. */
function endAll(folder: string): void {
  for (const { start, end } of readProcesses(folder)) {
    if (end !== null || start.pid === process.pid) continue;
    try {
      process.kill(start.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

function makeFolder(beside: string, order: Order): string {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(dirname(beside), `.${basename(beside)}.`));
    writeFileSync(join(folder, orderFile), JSON.stringify(order), { mode: 0o600 });
    return folder;
  } catch (cause) {
    if (folder !== null) removeFolder(folder);
    throw new StepforkError('STEPFORK_FILE_FAILED', `Nothing can be written into ${dirname(beside)}, so the program was not started.`, {
      hint: 'Check the rights on the folder and the space on the disk, or name another place with -o.',
      cause,
    });
  }
}

function environment(folder: string): NodeJS.ProcessEnv {
  const preload = new URL('./preload.js', import.meta.url);
  const { NODE_OPTIONS = '' } = process.env;
  return { ...process.env, [folderVariable]: folder, NODE_OPTIONS: `${NODE_OPTIONS} --import ${preload.href}`.trim() };
}

function feed({ stdin }: ChildProcess, text: string | Uint8Array): void {
  // It need not read all of it.
  stdin?.on('error', () => {});
  stdin?.end(text);
}

const passed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** What we are sent is meant for the program. Ctrl-C in a terminal comes to both of us already. */
function passSignals(child: ChildProcess): () => void {
  const isFromTerminal = process.stdin.isTTY === true || process.stderr.isTTY === true;
  const handlers = passed.map((signal) => {
    const pass = (): void => {
      if (!(isFromTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT'))) child.kill(signal);
    };
    process.on(signal, pass);
    return () => void process.off(signal, pass);
  });
  return () => {
    for (const forget of handlers) forget();
  };
}

function notStarted(file: string, cause: NodeJS.ErrnoException): Error {
  switch (cause.code) {
    case 'ENOENT':
      return new UsageError(`There is no command ${file}.`, 'Write what you would type without stepfork, behind --: -- node agent.mjs.');
    case 'EACCES':
      return new UsageError(`${file} cannot be run as a command.`, 'Write the program that runs it first: -- node agent.mjs.');
    default:
      return new UsageError(`The command ${file} could not be started.`, '', { cause });
  }
}
