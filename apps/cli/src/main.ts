import { agentTakes } from './agent/guard.ts';
import { reportError } from './errors/report-error.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { runCommand } from './run-command.ts';
import { flushStreams, loseWhatNobodyReads, writeNote } from './terminal/streams.ts';

// Taken before the agent's own code can replace it, and before we do (see agent/guard.ts).
const exit = process.exit.bind(process);

/** Runs one command line and ends the process: explicitly, since an agent may leave timers and sockets open. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  let ending = false;
  // Once: where even the report fails, its failure must not be reported, and so on for ever.
  const end = async (error: unknown): Promise<void> => {
    if (ending) return;
    ending = true;
    process.exitCode = exitCode.internal;
    await finish(await reportError(error, argv).catch((failure: unknown) => lastWords(error, failure)));
  };
  const stray = (error: unknown): void => {
    if (!agentTakes(error)) void end(error);
  };
  loseWhatNobodyReads();
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);
  process.on('beforeExit', endWithoutAnswer(end));
  await finish(await runCommand(argv, root));
}

function lastWords(error: unknown, failure: unknown): ExitCode {
  writeNote(`stepfork ended unexpectedly: ${String(error)}\n  and could not report it: ${String(failure)}`);
  return exitCode.internal;
}

async function finish(code: number): Promise<never> {
  await flushStreams();
  return exit(code);
}

/** Nothing is left that could wake us, and there is no answer yet: node would end with 13. A command may still give up its run the first time. */
function endWithoutAnswer(end: (error: unknown) => Promise<void>): () => void {
  let times = 0;
  return () => {
    times += 1;
    if (times === 1) setImmediate(() => {});
    else void end(new Error('the command waits for something that can no longer happen'));
  };
}
