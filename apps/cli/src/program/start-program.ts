import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { UsageError } from '../errors/usage-error.ts';

export interface StartOptions extends Pick<SpawnOptions, 'stdio' | 'env'> {
  readonly timeoutMs?: number | undefined;
  /** Ends it at once. */
  readonly signal?: AbortSignal | undefined;
  /** It was ended because the time is over, or by the signal. */
  readonly onKilled?: () => void;
  readonly started?: (child: ChildProcess) => void;
}

/** How a command has ended. */
export interface CommandEnd {
  /** `null`: by a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isTimedOut: boolean;
  /** The last signal that we got and passed on. */
  readonly passed: NodeJS.Signals | null;
}

/**
 * Runs a command. The signals that we get are passed on to it.
 *
 * @throws UsageError if there is no such command
 */
export function startProgram([file = '', ...args]: readonly string[], options: StartOptions): Promise<CommandEnd> {
  const { stdio, env, timeoutMs, signal: end, onKilled, started } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio, env });
    started?.(child);
    let passed: NodeJS.Signals | null = null;
    const forgetSignals = passSignals((signal) => {
      passed = signal;
      child.kill(signal);
    });
    let isTimedOut = false;
    const kill = (): void => {
      child.kill('SIGKILL');
      onKilled?.();
    };
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            isTimedOut = true;
            kill();
          }, timeoutMs);
    end?.addEventListener('abort', kill);
    const over = (): void => {
      forgetSignals();
      end?.removeEventListener('abort', kill);
      clearTimeout(timer);
    };
    child.on('error', (cause: NodeJS.ErrnoException) => {
      over();
      reject(notStarted(file, cause));
    });
    child.on('exit', (code, signal) => {
      over();
      resolve({ code, signal, isTimedOut, passed });
    });
  });
}

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** What we are sent is meant for the program. Ctrl-C in a terminal comes to both of us already. */
function passSignals(pass: (signal: NodeJS.Signals) => void): () => void {
  const isFromTerminal = process.stdin.isTTY === true || process.stderr.isTTY === true;
  const handlers = passedOn.map((signal) => {
    const handle = (): void => {
      if (!(isFromTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT'))) pass(signal);
    };
    process.on(signal, handle);
    return () => void process.off(signal, handle);
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
