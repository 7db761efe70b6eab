import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StepforkError } from '@stepfork/trace';
import { closeProgress } from '../terminal/progress.ts';
import { folderOfReplay, folderVariable, type Order, orderFile } from './exchange/order.ts';
import { preloadOption } from './exchange/preload-option.ts';
import { readProcesses, type SeenProcess } from './exchange/read-processes.ts';
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
  /** Ends it at once, and all that it has started. */
  readonly signal?: AbortSignal | undefined;
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
  const { stdin, stdout, timeoutMs, signal } = options;
  const folder = makeFolder(options.beside, options.order);
  const out = { own: 'inherit', stderr: process.stderr, nowhere: 'ignore' } as const;
  try {
    // The terminal is the program's.
    if (stdout !== 'nowhere') closeProgress();
    const ended = await startProgram(command, {
      stdio: [stdin === undefined ? 'inherit' : 'pipe', out[stdout], stdout === 'nowhere' ? 'ignore' : 'inherit'],
      env: environment(folder, options.order.mode),
      timeoutMs,
      signal,
      onKilled: () => endAll(folder),
      started: (child) => {
        if (stdin !== undefined) feed(child, stdin);
      },
    });
    // A shell, or npm, that dies of it leaves the program to itself.
    if (ended.passed !== null) signalLeft(readProcesses(folder), ended.passed);
    return { ...ended, folder };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Ends what still runs of a replay, which is to leave nothing behind. */
export function endAll(folder: string): void {
  const processes = readProcesses(folder);
  signalLeft(processes, 'SIGKILL');
  for (const { pid } of processes.flatMap(({ end }) => end?.children ?? [])) if (pid !== null) signalTo(pid, 'SIGKILL');
}

function signalLeft(processes: readonly SeenProcess[], signal: NodeJS.Signals): void {
  for (const { start, end } of processes) if (end === null && start.thread === 0) signalTo(start.pid, signal);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  if (pid === process.pid) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

function makeFolder(beside: string, order: Order): string {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(dirname(beside), `.${basename(beside)}.${order.mode === 'replay' ? folderOfReplay : ''}`));
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

function environment(folder: string, mode: Order['mode']): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '' } = process.env;
  return { ...process.env, [folderVariable]: folder, NODE_OPTIONS: `${NODE_OPTIONS} ${preloadOption[mode]}`.trim() };
}

function feed({ stdin }: ChildProcess, text: string | Uint8Array): void {
  // It need not read all of it.
  stdin?.on('error', () => {});
  stdin?.end(text);
}
