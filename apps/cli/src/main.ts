import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { agentTakes } from './agent/guard.ts';
import type { Reply } from './base-command.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { reportError } from './report-error.ts';
import { flushStreams, loseWhatNobodyReads, writeAnswer, writeNote } from './streams.ts';

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

async function runCommand(argv: readonly string[], root: string): Promise<ExitCode> {
  if (argv[0] === '--version') return printVersion();
  try {
    // Only now: a version is asked for by scripts, and oclif takes longer to load than node to start.
    const [{ run }, { settings }] = await Promise.all([import('@oclif/core/run'), import('@oclif/core/settings')]);
    // With NODE_ENV=test oclif would look for TypeScript sources beside us.
    settings.enableAutoTranspile = false;
    const reply = (await run([...argv], { root: fileURLToPath(root), devPlugins: false, ...completion(argv) })) as Reply | undefined;
    if (reply?.signal !== undefined) await endBySignal(reply.signal);
    return reply?.exit ?? exitCode.yes;
  } catch (error) {
    return reportError(error, argv);
  }
}

/** What oclif prints for it. */
function printVersion(): ExitCode {
  const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };
  writeAnswer(`stepfork/${version} ${process.platform}-${process.arch} node-${process.version}`);
  return exitCode.yes;
}

/** The plugin for tab completion costs every start a tenth of its time, so it is there only for those who ask for it, or for the list of commands. */
function completion([command = '--help']: readonly string[]): { readonly pluginAdditions?: { readonly core: string[] } } {
  return ['autocomplete', 'help', '--help', '-h'].includes(command) ? { pluginAdditions: { core: ['@oclif/plugin-autocomplete'] } } : {};
}

function lastWords(error: unknown, failure: unknown): ExitCode {
  writeNote(`stepfork ended unexpectedly: ${String(error)}\n  and could not report it: ${String(failure)}`);
  return exitCode.internal;
}

async function finish(code: ExitCode): Promise<never> {
  await flushStreams();
  return exit(code);
}

/** As if we had never handled it: a shell or a script sees a death by Ctrl-C, not an exit code that would be an answer. */
async function endBySignal(signal: NodeJS.Signals): Promise<void> {
  await flushStreams();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  await new Promise(() => setInterval(() => {}, 1000));
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
