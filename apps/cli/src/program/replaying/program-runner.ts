import { resolve } from 'node:path';
import {
  type FinishedReplay,
  type PreparedReplay,
  type ProcessReport,
  ReplayFault,
  type ReplayOptions,
  type RunOptions,
  type RunReplay,
  replayOfKilledProcess,
  replayOfProcess,
} from '@stepfork/replay';
import { decodeValue, type JsonObject, StepforkError, type Trace } from '@stepfork/trace';
import { UsageError } from '../../errors/usage-error.ts';
import { keyFileOfRecording } from '../../project/redaction-key.ts';
import { commandLine } from '../../render/command-line.ts';
import { commandOf } from '../command/recorded-program.ts';
import { readJournal } from '../exchange/journal-file.ts';
import { readProcesses, type SeenProcess } from '../exchange/read-processes.ts';
import { mergeReplays, type ReplayedPart } from '../merging/merge-replays.ts';
import { type FoundPart, withStarters } from '../merging/others-of.ts';
import { unseenOf } from '../merging/unseen-of.ts';
import { recordedArguments } from '../process/process-role.ts';
import { endAll, type ProgramEnd, type ProgramOptions, removeFolder, runProgram } from '../run-program.ts';
import { ProgramKilled } from './program-killed.ts';
import { removeLeftReplays } from './remove-left-replays.ts';

export interface ProgramRunnerOptions {
  /** Path of the file in which the recordings stand. */
  readonly trace: string;
  readonly rules: ReplayOptions;
  /** Tools that the claim names. */
  readonly claimed: readonly string[];
  /** What was named to run for real where a fork is made. */
  readonly live?: readonly string[];
  /** Where the output of a run goes. */
  readonly stdoutOf: (options: RunOptions) => ProgramOptions['stdout'];
  readonly onEnd?: (ended: ProgramEnd, unseen: readonly string[]) => void;
  /** Once it is given up, nothing that it does is wanted any more. Else it is left to come to its end. */
  readonly endsAtOnce?: boolean;
}

/**
 * Follows a recording by running a program on it, once for each replay.
 *
 * @throws (when it is called) ProgramKilled if the program was ended by a signal; UsageError if none of its processes has the recorded arguments
 */
export function programRunner(command: readonly string[], options: ProgramRunnerOptions): RunReplay {
  return async (prepared, given = {}) => {
    const { signal, recording } = prepared;
    // Always the whole limit: a process has to start first.
    const { timeoutMs } = prepared;
    signal?.throwIfAborted();
    const ended = await start(prepared, given, timeoutMs);
    try {
      const processes = readProcesses(ended.folder);
      options.onEnd?.(ended, unseenOf(processes));
      const finished = await finishedOf(prepared, processes, ended, timeoutMs);
      signal?.throwIfAborted();
      return withStdin(finished, recording);
    } finally {
      endAll(ended.folder);
      removeFolder(ended.folder);
    }
  };

  function start(
    { place, recording, signal }: PreparedReplay,
    { substitution, demand, whatIf, ...given }: RunOptions,
    timeoutMs: number,
  ): Promise<ProgramEnd> {
    const { stdin } = recording.run.input as JsonObject;
    const read = stdin === null || stdin === undefined ? undefined : (decodeValue(stdin) as string | Uint8Array);
    const { rules, claimed, live = [], endsAtOnce = false } = options;
    removeLeftReplays(resolve(options.trace));
    return runProgram(command, {
      beside: resolve(options.trace),
      order: {
        mode: 'replay',
        command,
        startedBy: process.pid,
        keyFile: keyFileOfRecording(process.cwd(), recording.run.redaction),
        trace: resolve(options.trace),
        place,
        rules,
        claimed,
        live,
        substitution,
        demand,
        whatIf,
      },
      stdout: options.stdoutOf({ ...given, ...(demand && { demand }) }),
      stdin: read,
      timeoutMs,
      signal: endsAtOnce ? signal : undefined,
    });
  }
}

async function finishedOf(
  prepared: PreparedReplay,
  processes: readonly SeenProcess[],
  ended: ProgramEnd,
  timeoutMs: number,
): Promise<FinishedReplay> {
  refuseFailure(processes);
  const program = processes.find(({ start: { role } }) => role.kind === 'program');
  const isOver = program?.end?.report !== undefined;
  if (!isOver && ended.signal !== null && !ended.isTimedOut) throw new ProgramKilled(ended.signal);
  if (program === undefined || program.trace === null) {
    if (ended.isTimedOut) return replayOfKilledProcess(prepared, nothing(prepared), timeoutMs);
    throw noProgram(prepared, processes);
  }
  const trunk = (await tryRead(program.trace)) ?? nothing(prepared);
  refuseUnloaded(program, trunk, prepared.recording);
  const report = program.end?.report;
  if (report === undefined && !ended.isTimedOut) throw new ProgramKilled(null);
  const own = report === undefined ? replayOfKilledProcess(prepared, trunk, timeoutMs) : replayOfProcess(prepared, trunk, report);
  const parts = (await Promise.all(processes.map(partOf))).filter((part) => part !== null);
  refuseFault(parts.map(({ report: ofPart }) => ofPart));
  const finished = mergeReplays(own, program.name, withStarters(program, parts), readJournal(ended.folder));
  const stray = processes.find((one) => one.stray !== null)?.stray ?? null;
  return stray === null ? finished : withStray(finished, stray.what, stray.script);
}

/** It is given what the recorded one read, whether it reads that or not. */
function withStdin(finished: FinishedReplay, { run: recorded }: Trace): FinishedReplay {
  const { replay } = finished;
  const { trace } = replay;
  const { stdin = null, stdinPieces } = recorded.input as JsonObject;
  const input = { ...(trace.run.input as JsonObject), stdin, ...(stdinPieces !== undefined && { stdinPieces }) };
  return { ...finished, replay: { ...replay, trace: { ...trace, run: { ...trace.run, input } } } };
}

async function partOf(one: SeenProcess): Promise<(FoundPart & Pick<ReplayedPart, 'signature' | 'report'>) | null> {
  const { role } = one.start;
  if (role.kind !== 'part' || one.trace === null) return null;
  const trace = await tryRead(one.trace);
  return trace && { one, trace, name: role.name, afterMs: role.afterMs, signature: one.name, report: one.end?.report ?? null };
}

/** `null`: it was ended before its first event. */
async function tryRead(path: string): Promise<Trace | null> {
  const { readTraceFile } = await import('@stepfork/trace/file');
  try {
    return (await readTraceFile(path)).trunk;
  } catch (error) {
    if (StepforkError.isInstance(error)) return null;
    throw error;
  }
}

function refuseFault(reports: readonly (ProcessReport | null)[]): void {
  const fault = reports.find((report) => report !== null && report.fault !== null)?.fault ?? null;
  if (fault !== null) throw new ReplayFault('the replay broke while it answered a call of another process', new Error(fault));
}

function nothing({ recording }: PreparedReplay): Trace {
  return { run: recording.run, steps: [], draws: [], outcome: { kind: 'interrupted' }, endedAtMs: null };
}

/** Something of ours broke while a process started: nothing of the program has run. */
function refuseFailure(processes: readonly SeenProcess[]): void {
  const failure = processes.find(({ end }) => end !== null && end.failure !== null)?.end?.failure ?? null;
  if (failure !== null) throw new ReplayFault('the program could not be replayed', new Error(failure));
}

/** Nothing of the program has run, although the recorded one did something: the command is wrong, or something is not installed here. */
function refuseUnloaded({ end }: SeenProcess, { steps }: Trace, { run, steps: recorded }: Trace): void {
  if (end?.loadFailure === undefined || steps.length > 0 || recorded.length === 0) return;
  throw new UsageError(
    `The program could not be loaded: ${end.loadFailure}`,
    `Is the path right, and is all that it imports installed? Recorded was: ${commandOf(run.input) ?? ''}.`,
  );
}

/** A call that was refused in another process: nobody can tell what the program would have done with its answer. */
function withStray({ replay: followed, ...rest }: FinishedReplay, what: string, script: string | null): FinishedReplay {
  if (followed.stop !== null) return { ...rest, replay: followed };
  return {
    ...rest,
    replay: {
      ...followed,
      stop: {
        kind: 'inconclusive',
        reason: 'diverged',
        divergence: {
          step: followed.trace.steps.length - 1,
          kind: 'tool',
          name: what,
          input: null,
          effect: false,
          why: 'other-process',
          nearest: null,
          unknownSecret: null,
          stack: script === null ? [] : [script],
        },
      },
      until: followed.trace.steps.length - 1,
    },
  };
}

function noProgram({ recording }: PreparedReplay, processes: readonly SeenProcess[]): UsageError {
  const recorded = recordedArguments(recording.run.input);
  if (processes.length === 0) {
    return new UsageError(
      'The command ran no Node process, so nothing was replayed.',
      `Recorded was: ${commandOf(recording.run.input) ?? ''}.`,
    );
  }
  const seen = processes.map(({ start }) => commandLine(start.script ?? '-e', ...start.arguments)).join('; ');
  return new UsageError(
    `No process of the command has the recorded arguments (${recorded.length === 0 ? 'none' : commandLine(...recorded)}); there were: ${seen}.`,
    `Give the program the same arguments as in the recording: ${commandOf(recording.run.input) ?? ''}.`,
  );
}
