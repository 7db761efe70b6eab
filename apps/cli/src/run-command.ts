import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Reply } from './base-command.ts';
import { reportError } from './errors/report-error.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { flushStreams, writeAnswer } from './terminal/streams.ts';

/** Runs one command line, prints its answer or its error, and says with which code the process ends. */
export async function runCommand(asked: readonly string[], root: string): Promise<number> {
  if (['--version', '-v', 'version'].includes(asked[0] ?? '')) return printVersion();
  // `stepfork help record`, as git and npm have it.
  const argv = asked[0] === 'help' ? [...asked.slice(1), '--help'] : asked;
  try {
    // Only now: a version is asked for by scripts, and oclif takes longer to load than node to start.
    const { run, settings } = await import('./oclif.ts');
    // With NODE_ENV=test oclif would look for TypeScript sources beside us.
    settings.enableAutoTranspile = false;
    const reply = (await run([...argv], { root: fileURLToPath(root), devPlugins: false })) as Reply | undefined;
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

/** As if we had never handled it: a shell or a script sees a death by Ctrl-C, not an exit code that would be an answer. */
async function endBySignal(signal: NodeJS.Signals): Promise<void> {
  await flushStreams();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  await new Promise(() => setInterval(() => {}, 1000));
}
