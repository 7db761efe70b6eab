import '@stepfork/register';
import { prepareReplays, startReplayedProcess } from '@stepfork/replay';
import { openTraceFile, readTraceFile } from '@stepfork/trace/file';
import { endWith } from '../../processes/end-with.ts';
import { isAlive } from '../../processes/is-alive.ts';
import { redactorOfKeyFile } from '../../project/read-key.ts';
import { openJournal, readJournal } from '../exchange/journal-file.ts';
import type { ReplayOrder } from '../exchange/order.ts';
import { nameStartedProcesses } from '../exchange/process-names.ts';
import type { ProcessEnd, ProcessRole } from '../exchange/process-notes.ts';
import { spoolFiles } from '../exchange/spool-files.ts';
import { writeNote } from '../exchange/write-note.ts';
import { loadFailure } from './load-failure.ts';
import { piecewise } from './piecewise.ts';
import { claimRole, isPipeOfLauncher } from './process-role.ts';
import { type ProgramInput, programInput } from './program-input.ts';
import { refuseStray } from './stray-process.ts';
import { thisProcess } from './this-process.ts';
import { watchEnd } from './watch-end.ts';
import { watchStreams } from './watch-streams.ts';
import { watchUnseen } from './watch-unseen.ts';

// Taken before the clock of the replay stands in its place.
const { setTimeout: startTimer } = globalThis;

/** After the first thing that we could not do, the verdict is known: the program gets this long to come to its end. */
const graceMs = 1000;

/** Makes this process the replay, if it is the program that was recorded or runs beside it; else it may ask nothing. */
export async function replayProcess(folder: string, order: ReplayOrder): Promise<void> {
  // In a container of its own it sees other processes.
  if (isAlive(order.startedBy)) endWith(order.startedBy, 'process');
  const files = spoolFiles(folder);
  const redactor = order.keyFile === null ? null : redactorOfKeyFile(order.keyFile);
  const recorded = await readTraceFile(order.trace);
  const [...prepared] = await prepareReplays(
    recorded,
    () => undefined,
    { ...order.rules, ...(redactor !== null && { redactor }) },
    order.claimed,
    order.live,
  );
  const chosen = prepared[order.place];
  const unknown = thisProcess({ kind: 'stray' });
  const claimed =
    chosen === undefined ? 'stray' : claimRole(folder, unknown, chosen.recording.run.input, { command: order.command, redactor });
  nameStartedProcesses({ folder, mode: 'replay' });
  if (chosen === undefined || claimed === 'stray') {
    writeNote(files.start, unknown);
    refuseStray(folder, files, unknown);
    return;
  }
  const role: Exclude<ProcessRole, { readonly kind: 'stray' | 'unknown' }> =
    claimed === 'program' ? { kind: claimed } : { kind: 'part', name: claimed.part, afterMs: timeOfRun(folder) };
  const start = { ...unknown, role };
  writeNote(files.start, start);
  const { stdinPieces } = chosen.recording.run.input as Pick<ProgramInput, 'stdinPieces'>;
  const pieces =
    role.kind === 'program' && stdinPieces !== undefined && stdinPieces.length > 0 ? piecewise(stdinPieces, () => replay.wake()) : null;
  const streams = watchStreams(pieces?.hold);
  const unseen = watchUnseen();
  const journal = openJournal(folder, files.name);
  const writer = await openTraceFile(files.trace, { force: true });
  const replay = startReplayedProcess(chosen, programInput(start, order.command), {
    writer,
    script: start.script,
    process: role.kind === 'part' ? role.name : null,
    startedAtMs: role.kind === 'part' ? role.afterMs : 0,
    journal: {
      add(line) {
        pieces?.busy();
        return journal.add(line);
      },
      heard: () => journal.heard(),
    },
    substitution: order.substitution,
    demand: order.demand,
    whatIf: order.whatIf,
    onStop: () => void startTimer(() => process.exit(), graceMs).unref(),
    isFree: isPipeOfLauncher,
    onIdle: (isAlone) => pieces?.next(isAlone) ?? 'never',
  });
  watchEnd(({ exitCode, thrown }) => {
    const stdin = replay.encode(streams.stdin.value());
    const outcome =
      thrown === null
        ? ({ kind: 'returned', value: replay.encode({ stdout: streams.stdout.value(), exitCode }) } as const)
        : ({ kind: 'threw', error: replay.encode(thrown.error) } as const);
    const report = replay.end(outcome, thrown);
    const unloaded = thrown === null ? null : loadFailure(thrown.error);
    const end: ProcessEnd = {
      exitCode,
      stdin,
      stdinPieces: [],
      unseen: unseen.list(),
      children: unseen.children,
      failure: writer.failure?.message ?? null,
      report,
      ...(unloaded !== null && { loadFailure: unloaded }),
    };
    writeNote(files.end, end);
  });
}

function timeOfRun(folder: string): number {
  return readJournal(folder).reduce((latest, { line }) => (line.kind === 'asked' ? Math.max(latest, line.atMs) : latest), 0);
}
