import { basename, dirname, join, resolve } from 'node:path';
import type { Reply } from '../../base-command.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { exitCode } from '../../exit-code.ts';
import { isAlive } from '../../processes/is-alive.ts';
import { renderRecordedProgram } from '../../render/program.ts';
import { outputTrace } from '../../writing/output-file.ts';
import { readProcesses } from '../exchange/read-processes.ts';
import { removeFolder } from '../run-program.ts';
import { assembleProgram } from './assemble-program.ts';
import { orderOfRecording } from './recordings-for.ts';

export interface RecoverFlags {
  readonly output?: string | undefined;
  readonly force: boolean;
}

/**
 * `stepfork record --recover .run.sftrace.X1Y2Z3`: writes the trace that a killed command could not write any more. The folder goes, unless its program still runs.
 *
 * @throws UsageError for what is no such folder, and for one whose command is still there; see also {@link assembleProgram}
 */
export async function recoverProgram(folder: string, { output, force }: RecoverFlags): Promise<Reply> {
  const order = orderOfRecording(folder);
  if (order === null) {
    throw new UsageError(
      `${folder} is no folder in which a program was recorded.`,
      'Such a folder stands beside the output, as .run.sftrace.X1Y2Z3, where the command was killed.',
    );
  }
  if (isAlive(order.startedBy)) {
    throw new UsageError(
      `The command that records into ${folder} still runs (${order.startedBy}).`,
      'It writes the trace itself when its program ends.',
    );
  }
  const target = outputTrace(output ?? ownOutput(folder), force);
  const done = await assembleProgram(folder, { output: target, force, redact: order.redact, command: order.command, git: null });
  const running = readProcesses(folder).filter(({ start, end }) => end === null && isAlive(start.pid));
  if (running.length === 0) removeFolder(folder);
  const goesOn =
    running.length === 0
      ? []
      : [`its program still runs (${running[0]?.start.pid}): ${folder} is kept, and what it does from now on is not in the trace`];
  const { file, trace, unseen } = done;
  return {
    exit: exitCode.yes,
    value: { file, trace, unseen },
    text: (style) =>
      renderRecordedProgram({ ...done, unseen, ended: null }, { gitAttributes: [], redacted: order.redact, policies: {} }, style),
    next: () => goesOn.join('\n'),
  };
}

/** `run.sftrace` of `.run.sftrace.X1Y2Z3`. */
function ownOutput(folder: string): string {
  const path = resolve(folder);
  return join(
    dirname(path),
    basename(path)
      .slice(1)
      .replace(/\.[^.]+$/, ''),
  );
}
