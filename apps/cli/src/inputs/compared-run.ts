import type { Trace, TraceFile } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import { commandLine } from '../render/command-line.ts';
import { recordingName } from '../render/recording-name.ts';
import { recordingAt } from './recording-at.ts';

/** A recording and what people call it. */
export interface ComparedRun {
  readonly name: string;
  /** How `inspect` is asked for it. */
  readonly inspect: readonly string[];
  readonly trace: Trace;
}

/** The trunk, under the name of its file. */
export function trunkOf(path: string, { trunk }: TraceFile): ComparedRun {
  return { name: path, inspect: [path], trace: trunk };
}

/**
 * The fork that was named; without a number, the trunk.
 *
 * @throws UsageError if there are not so many forks
 */
export function recordingOf(path: string, file: TraceFile, fork: number | undefined): ComparedRun {
  if (fork === undefined) return trunkOf(path, file);
  return { name: `${path} (${recordingName(fork)})`, inspect: inspectFork(path, fork), trace: recordingAt(path, file, fork) };
}

/**
 * The fork that was named; without a number, all of them.
 *
 * @throws UsageError if there are not so many forks, or none
 */
export function forksOf(path: string, file: TraceFile, fork: number | undefined): readonly ComparedRun[] {
  if (fork !== undefined) return [{ ...recordingOf(path, file, fork), name: recordingName(fork) }];
  if (file.forks.length > 0) {
    return file.forks.map((trace, at) => ({ name: recordingName(at + 1), inspect: inspectFork(path, at + 1), trace }));
  }
  throw new UsageError(
    `${path} has no forks that could be compared with its trunk.`,
    `Name the trace to compare it with: ${commandLine('stepfork', 'diff', path, 'other.sftrace')}`,
  );
}

function inspectFork(path: string, fork: number): readonly string[] {
  return [path, '--fork', String(fork)];
}
