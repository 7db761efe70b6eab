import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StepforkError, type Trace, type TraceFile } from '@stepfork/trace';
import type { GitState } from '../../project/git.ts';
import { runHead } from '../../project/run-head.ts';
import { refuseSecrets } from '../../project/scan-trace.ts';
import { installedSdks } from '../../sdks/installed-sdks.ts';
import { noteOtherVersions } from '../../sdks/note-other-versions.ts';
import { isLauncher } from '../command/is-launcher.ts';
import { nameInProgram } from '../exchange/name-in-program.ts';
import type { ProcessEnd } from '../exchange/process-notes.ts';
import { readProcesses, type SeenProcess } from '../exchange/read-processes.ts';
import { mergeTraces } from '../merging/merge-traces.ts';
import { type FoundPart, withStarters } from '../merging/others-of.ts';
import { unseenOf } from '../merging/unseen-of.ts';
import { endedEarly, notWhole } from './not-whole.ts';

export interface AssembleOptions {
  readonly output: string;
  readonly force: boolean;
  readonly redact: boolean;
  readonly command: readonly string[];
  /** As it was when the program ran; `null`: there is none, or nobody knows. */
  readonly git: GitState | null;
}

export interface AssembledProgram {
  readonly file: string;
  readonly trace: Trace;
  /** What happened and is not in the trace, one line each. */
  readonly unseen: readonly string[];
  /** How many other processes have made calls. */
  readonly others: number;
}

/**
 * Makes one trace of what the processes of a program have left in their folder, and writes it in one piece.
 *
 * @throws SecretFoundError, StepforkError `STEPFORK_NOT_RECORDED` if no Node process was seen, `STEPFORK_WRITE_FAILED`; then there is no file
 */
export async function assembleProgram(folder: string, { output, force, redact, command, git }: AssembleOptions): Promise<AssembledProgram> {
  const { readTraceFile, writeTraceFile } = await import('@stepfork/trace/file');
  const processes = readProcesses(folder);
  const parts = await Promise.all(
    processes.map(async (one) => ({ one, trace: one.trace === null ? null : await tryRead(one.trace, readTraceFile) })),
  );
  const known = parts.flatMap(({ one, trace }) => (trace === null ? [] : [{ one, trace }]));
  for (const one of processes) refuseDamage(one, output);
  const program = programOf(known);
  if (program === null) throw isFull(folder) ? notWhole(output, 'nothing more could be written') : notRecorded(command);
  const others = othersOf(program, known.slice(known.indexOf(program) + 1));
  const { trace: merged } = mergeTraces(program.trace, withStarters(program.one, others));
  const { script } = program.one.start;
  const sdks = installedSdks(script === null ? process.cwd() : dirname(script));
  noteOtherVersions(sdks);
  const head = runHead(git, sdks);
  // It may run on another Node than we do.
  const versions = { ...head.versions, ...program.trace.run.versions };
  const trace = { ...merged, run: { ...merged.run, ...head, versions, input: withStdin(merged, program.one.end) } };
  const file: TraceFile = { trunk: trace, forks: [], sealed: true, damage: null };
  if (redact) refuseSecrets(file, notKept);
  await writeTraceFile(output, file, { force });
  return {
    file: output,
    trace,
    unseen: unseenOf(processes),
    others: others.filter(({ trace: { steps } }) => steps.length > 0).length,
  };
}

const notKept =
  'No file was written. If it is no secret, record with --no-redact into a place that is not committed, and look at the value there.';

interface Part {
  readonly one: SeenProcess;
  readonly trace: Trace;
}

/**
 * The first that has made a call: one that makes none only starts others. If none has, the first. A well-known launcher only where there is nothing else:
 * npm looks for a newer npm.
 */
function programOf(parts: readonly Part[]): Part | null {
  const own = parts.filter(({ one }) => one.start.thread === 0);
  const programs = own.filter(({ one }) => !isLauncher(one.start.script));
  return programs.find(({ trace }) => trace.steps.length > 0) ?? programs[0] ?? own[0] ?? null;
}

/** Those that started later. What a tool from a package draws is of no use to anybody, unless it asks as well. */
function othersOf({ one: program, trace }: Part, later: readonly Part[]): readonly FoundPart[] {
  const taken = new Set<string>();
  const named = later
    .filter(({ one }) => !isLauncher(one.start.script))
    .map((part) => {
      const name = nameInProgram(part.one.start.name, program.start.name, (tried) => !taken.has(tried) && taken.add(tried).has(tried));
      return { ...part, name, afterMs: Date.parse(part.trace.run.startedAt) - Date.parse(trace.run.startedAt) };
    });
  return named.filter(
    ({ one, trace: { steps, draws } }) => steps.length > 0 || (draws.length > 0 && !/[\\/]node_modules[\\/]/.test(one.start.script ?? '')),
  );
}

function withStdin({ run }: Trace, end: ProcessEnd | null): Trace['run']['input'] {
  const pieces = end?.stdinPieces ?? [];
  return { ...(run.input as object), stdin: end?.stdin ?? null, ...(pieces.length > 0 && { stdinPieces: [...pieces] }) };
}

/** `null` for a process that was killed while it started. */
async function tryRead(path: string, read: (path: string) => Promise<TraceFile>): Promise<Trace | null> {
  try {
    return (await read(path)).trunk;
  } catch (error) {
    if (StepforkError.isInstance(error)) return null;
    throw error;
  }
}

function refuseDamage({ end }: SeenProcess, output: string): void {
  if (end === null) return;
  if (end.failure !== null) throw notWhole(output, end.failure.replace(/\.$/, ''));
  if (end.fault !== undefined) throw endedEarly(output, end.fault);
}

/** Then a process could not even say that it was there. */
function isFull(folder: string): boolean {
  try {
    writeFileSync(join(folder, 'probe'), ' '.repeat(16_384));
    return false;
  } catch {
    return true;
  }
}

function notRecorded([file = '']: readonly string[]): StepforkError {
  return new StepforkError('STEPFORK_NOT_RECORDED', `${file} ran, but no Node process was seen in it, so there is nothing to record.`, {
    hint: 'Only programs that run on Node are recorded. One that drops NODE_OPTIONS keeps us out: give its script to node itself.',
  });
}
