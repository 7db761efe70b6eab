import { resolve } from 'node:path';
import {
  type Check,
  type Claim,
  check,
  type FinishedReplay,
  type PreparedReplay,
  type ProcessReport,
  ReplayFault,
  type ReplayOptions,
  type RunReplay,
  replay,
  replayOfKilledProcess,
  replayOfProcess,
  toolsOf,
} from '@stepfork/replay';
import { decodeValue, type JsonObject, StepforkError, type Trace, type TraceFile } from '@stepfork/trace';
import { keyFileOfRecording } from '../project/redaction-key.ts';
import { commandLine } from '../render/command-line.ts';
import type { Judged } from '../replaying/compare-rechunked.ts';
import { UsageError } from '../usage-error.ts';
import { readJournal } from './journal-file.ts';
import { mergeReplays, type ReplayedPart } from './merge-replays.ts';
import { type FoundPart, withStarters } from './others-of.ts';
import { recordedArguments } from './process-role.ts';
import { ProgramKilled } from './program-killed.ts';
import { readProcesses, type SeenProcess } from './read-processes.ts';
import { commandOf } from './recorded-program.ts';
import { endAll, type ProgramEnd, type ProgramOptions, removeFolder, runProgram } from './run-program.ts';
import { unseenOf } from './unseen-of.ts';

export interface ReplayProgramOptions {
  readonly trace: string;
  readonly traces: TraceFile;
  readonly rules: ReplayOptions;
  readonly claim: Claim | null;
  readonly stdout: ProgramOptions['stdout'];
}

export interface ReplayedProgram extends Judged {
  /** Of the run whose output was shown. */
  readonly ended: ProgramEnd;
  readonly unseen: readonly string[];
}

/**
 * Runs a program offline, once for each replay that the verdict needs; only what the first one prints is shown.
 *
 * @throws ProgramKilled if it was ended by a signal; UsageError if none of its processes has the recorded arguments
 */
export async function replayProgram(command: readonly string[], options: ReplayProgramOptions): Promise<ReplayedProgram> {
  const { traces, rules, claim } = options;
  let first: { readonly ended: ProgramEnd; readonly unseen: readonly string[] } | null = null;
  const run: RunReplay = async (prepared, { substitution } = {}) => {
    // Always the whole limit: a process has to start first.
    const { timeoutMs } = prepared;
    const ended = await start(prepared, substitution, timeoutMs);
    try {
      const processes = readProcesses(ended.folder);
      first ??= { ended, unseen: unseenOf(processes) };
      return await finishedOf(prepared, processes, ended, timeoutMs);
    } finally {
      endAll(ended.folder);
      removeFolder(ended.folder);
    }
  };
  const judged = await judge();
  if (first === null) throw new Error('the program was not run');
  return { ...judged, ...(first as { readonly ended: ProgramEnd; readonly unseen: readonly string[] }) };

  async function judge(): Promise<Judged> {
    const nobody = (): void => {};
    if (claim !== null) return (await check({ traces, agent: nobody, claim, ...rules }, {}, run)) satisfies Check;
    const replayed = await replay(traces, nobody, rules, run);
    return { verdict: replayed.stop, replay: replayed };
  }

  function start(
    { place, recording }: PreparedReplay,
    substitution: NonNullable<Parameters<RunReplay>[1]>['substitution'],
    timeoutMs: number,
  ): Promise<ProgramEnd> {
    const { stdin } = recording.run.input as JsonObject;
    const read = stdin === null || stdin === undefined ? undefined : (decodeValue(stdin) as string | Uint8Array);
    return runProgram(command, {
      beside: resolve(options.trace),
      order: {
        mode: 'replay',
        command,
        keyFile: keyFileOfRecording(process.cwd(), recording.run.redaction),
        trace: resolve(options.trace),
        place,
        rules,
        claimed: (claim?.calls ?? []).flatMap(toolsOf),
        substitution,
      },
      stdout: first === null ? options.stdout : 'nowhere',
      stdin: read,
      timeoutMs,
    });
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
    const report = program.end?.report;
    if (report === undefined && !ended.isTimedOut) throw new ProgramKilled(null);
    const own = report === undefined ? replayOfKilledProcess(prepared, trunk, timeoutMs) : replayOfProcess(prepared, trunk, report);
    const parts = (await Promise.all(processes.map(partOf))).filter((part) => part !== null);
    refuseFault(parts.map(({ report: ofPart }) => ofPart));
    const finished = mergeReplays(own, program.name, withStarters(program, parts), readJournal(ended.folder));
    const stray = processes.find((one) => one.stray !== null)?.stray ?? null;
    return stray === null ? finished : withStray(finished, stray.what, stray.script);
  }
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
