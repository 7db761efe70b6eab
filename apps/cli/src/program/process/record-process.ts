import '@stepfork/register';
import { startProcessRun } from '@stepfork/interceptor';
import type { RunOutcome } from '@stepfork/trace';
import { openTraceFileSync } from '@stepfork/trace/file';
import { redactorOfKeyFile } from '../../project/read-key.ts';
import type { RecordOrder } from '../exchange/order.ts';
import { nameStartedProcesses } from '../exchange/process-names.ts';
import type { ProcessEnd } from '../exchange/process-notes.ts';
import { spoolFiles } from '../exchange/spool-files.ts';
import { writeNote } from '../exchange/write-note.ts';
import { programInput } from './program-input.ts';
import { thisProcess } from './this-process.ts';
import { watchEnd } from './watch-end.ts';
import { watchStreams } from './watch-streams.ts';
import { watchUnseen } from './watch-unseen.ts';

/** Records this process, from now on, into files of its own: whether and as what it becomes a part of the trace is decided when all have ended. */
export function recordProcess(folder: string, order: RecordOrder): void {
  const files = spoolFiles(folder);
  const start = thisProcess({ kind: 'unknown' });
  writeNote(files.start, start);
  nameStartedProcesses({ folder, mode: 'record' });
  const streams = watchStreams();
  const unseen = watchUnseen();
  const writer = openTraceFileSync(files.trace, { force: true });
  const { keyFile } = order;
  const run = startProcessRun(programInput(start, order.command), {
    writer,
    ...(order.redact && keyFile !== null ? { makeRedactor: () => redactorOfKeyFile(keyFile) } : { redaction: false }),
  });
  watchEnd(({ exitCode, thrown }) => {
    const outcome: RunOutcome =
      thrown === null
        ? { kind: 'returned', value: run.encode({ stdout: streams.stdout.value(), exitCode }) }
        : { kind: 'threw', error: run.encode(thrown.error) };
    const stdin = run.encode(streams.stdin.value());
    const stdinPieces = streams.stdin.pieces((text) => run.encode(text));
    run.end(outcome);
    const { fault } = run;
    const end: ProcessEnd = {
      exitCode,
      stdin,
      stdinPieces,
      unseen: unseen.list(),
      children: unseen.children,
      failure: writer.failure?.message ?? null,
      ...(fault !== null && { fault: String(fault.cause) }),
    };
    writeNote(files.end, end);
  });
}
