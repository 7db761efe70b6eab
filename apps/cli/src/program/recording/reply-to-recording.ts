import { dirname } from 'node:path';
import type { Reply } from '../../base-command.ts';
import { loadConfig } from '../../config/load-config.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { exitCode } from '../../exit-code.ts';
import { missingGitAttributes } from '../../project/git-attributes.ts';
import { commandLine } from '../../render/command-line.ts';
import { renderRecordedProgram } from '../../render/program.ts';
import { shortPath } from '../../render/short-path.ts';
import { closeProgress } from '../../terminal/progress.ts';
import { writeNote } from '../../terminal/streams.ts';
import { outputTrace } from '../../writing/output-file.ts';
import { isSwitchedOff, type ProgramFlags, refuseForProgram } from '../command/program-flags.ts';
import { startProgram } from '../start-program.ts';
import { defaultOutput } from './default-output.ts';
import { recordProgram } from './record-program.ts';
import { recordingsFor } from './recordings-for.ts';

/**
 * `stepfork record -- node agent.mjs`: records the program, and ends as it ends.
 *
 * @param stdout `stderr`: what the program prints must not stand among ours
 * @throws UsageError where another command records into the same file, and for flags that do not fit; nothing was run then
 */
export async function replyToProgramRecording(command: readonly string[], flags: ProgramFlags, stdout: 'own' | 'stderr'): Promise<Reply> {
  refuseForProgram(command, flags);
  if (isSwitchedOff()) return replyToUnrecorded(command, stdout);
  const { config } = await loadConfig(process.cwd());
  const redact = flags.redact ?? config.redact ?? true;
  const output = outputTrace(flags.output ?? defaultOutput(command), flags.force);
  heedOthers(output);
  const run = await recordProgram(command, { output, force: flags.force, redact, timeoutMs: flags.timeout, stdout });
  const { ended, file, trace, unseen } = run;
  return {
    exit: ended.code ?? exitCode.cannotExecute,
    value: { file, trace, unseen },
    text: () => '',
    next: (style) =>
      renderRecordedProgram(
        run,
        { gitAttributes: missingGitAttributes(dirname(file)), redacted: redact, policies: config.policies ?? {} },
        style,
      ),
    ...(ended.signal !== null && !ended.isTimedOut ? { signal: ended.signal } : {}),
  };
}

/** Other commands that record, or have recorded, into this file. */
function heedOthers(output: string): void {
  const { running, left } = recordingsFor(output);
  if (running.length > 0)
    throw new UsageError(
      `${shortPath(output)} is being recorded by another command.`,
      'Wait until it is done, or record into another file.',
    );
  for (const folder of left) {
    const recover = commandLine('stepfork', 'record', '--recover', shortPath(folder), '-o', 'recovered.sftrace');
    writeNote(`note: a command that recorded into ${shortPath(output)} was killed; ${recover} writes what it had recorded`);
  }
}

/** As it was typed, without us. */
async function replyToUnrecorded(command: readonly string[], stdout: 'own' | 'stderr'): Promise<Reply> {
  closeProgress();
  writeNote('note: STEPFORK_HOOKS=off: the program runs, and nothing is recorded');
  const { code, signal } = await startProgram(command, {
    stdio: ['inherit', stdout === 'stderr' ? process.stderr : 'inherit', 'inherit'],
    env: process.env,
  });
  return { exit: code ?? exitCode.cannotExecute, value: { file: null }, text: () => '', ...(signal !== null && { signal }) };
}
