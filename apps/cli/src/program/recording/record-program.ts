import { existsSync } from 'node:fs';
import { gitState } from '../../project/git.ts';
import { projectKeyFile } from '../../project/redaction-key.ts';
import { type ProgramEnd, removeFolder, runProgram } from '../run-program.ts';
import { type AssembledProgram, assembleProgram } from './assemble-program.ts';
import { notWhole } from './not-whole.ts';

export interface RecordProgramOptions {
  readonly output: string;
  readonly force: boolean;
  readonly redact: boolean;
  readonly timeoutMs: number | undefined;
  readonly stdout: 'own' | 'stderr';
}

export interface RecordedProgram extends AssembledProgram {
  readonly ended: ProgramEnd;
}

/**
 * Runs a program once for real. The file is written when it has ended, in one piece.
 *
 * @throws see {@link assembleProgram}; then there is no file
 */
export async function recordProgram(command: readonly string[], options: RecordProgramOptions): Promise<RecordedProgram> {
  const cwd = process.cwd();
  const git = gitState(cwd);
  const { output, force, redact } = options;
  const ended = await runProgram(command, {
    beside: output,
    order: { mode: 'record', command, redact, keyFile: redact ? projectKeyFile(cwd, git) : null, startedBy: process.pid },
    stdout: options.stdout,
    timeoutMs: options.timeoutMs,
  });
  try {
    if (!existsSync(ended.folder)) throw notWhole(output, 'the folder in which it was kept while the program ran is gone');
    return { ...(await assembleProgram(ended.folder, { output, force, redact, command, git })), ended };
  } finally {
    removeFolder(ended.folder);
  }
}
