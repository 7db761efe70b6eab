import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StepforkError } from '@stepfork/trace';
import { folderVariable, type Order, orderFile } from './order.ts';
import { readProcesses } from './read-processes.ts';
import { type CommandEnd, startProgram } from './start-program.ts';

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
export interface ProgramEnd extends CommandEnd {
  /** What its processes have left; to be removed by `removeFolder`. */
  readonly folder: string;
}

/**
 * Runs a command with us inside each Node process that it starts. Input, output, signals and exit code are its own.
 *
 * @throws UsageError if there is no such command; StepforkError if nothing can be written beside the output
 */
export async function runProgram(command: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { stdin, stdout, timeoutMs } = options;
  const folder = makeFolder(options.beside, options.order);
  const out = { own: 'inherit', stderr: process.stderr, nowhere: 'ignore' } as const;
  try {
    const ended = await startProgram(command, {
      stdio: [stdin === undefined ? 'inherit' : 'pipe', out[stdout], stdout === 'nowhere' ? 'ignore' : 'inherit'],
      env: environment(folder),
      timeoutMs,
      onTimeout: () => endAll(folder),
      started: (child) => {
        if (stdin !== undefined) feed(child, stdin);
      },
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

/** What of its Node processes still runs is ended: of a replay nothing goes on. */
export function endAll(folder: string): void {
  for (const { start, end } of readProcesses(folder)) {
    if (end !== null || start.thread !== 0 || start.pid === process.pid) continue;
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
