import type { ProcessReport } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';
import type { ProcessName } from './process-names.ts';

/** Written when a process starts. */
export interface ProcessStart {
  readonly pid: number;
  readonly parentPid: number;
  /** 0 for the main thread. */
  readonly thread: number;
  /** Absolute, links followed; `null`: there is none, as with `node -e`. */
  readonly script: string | null;
  readonly arguments: readonly string[];
  readonly startedAtMs: number;
  readonly name: ProcessName;
  readonly role: ProcessRole;
}

/**
 * What a process is to a replay: the program itself, one that runs beside it and asks the same recording, something that is no part of the recorded run, or (in a
 * recording) not known yet.
 */
export type ProcessRole =
  | { readonly kind: 'program' | 'stray' | 'unknown' }
  /** `name`: which one of the program's. `afterMs`: when it started, in the time of the run. */
  | { readonly kind: 'part'; readonly name: string; readonly afterMs: number };

/**
 * Where the pieces of an input end in its text, in groups. Pieces of one group came before the program had said anything more: whoever wrote the
 * later ones had not seen what it says to the first. An empty group at the end: the input ended by itself later on, and not with the last piece.
 */
export type InputPieces = readonly (readonly number[])[];

/** Written when it ends; missing where it was killed. */
export interface ProcessEnd {
  readonly exitCode: number;
  /** As far as the program read it; `null`: not at all. */
  readonly stdin: Json;
  /** None where it came at once. */
  readonly stdinPieces: InputPieces;
  /** What happened and is in no trace. */
  readonly unseen: readonly string[];
  /** Processes that it started. */
  readonly children: readonly StartedChild[];
  /** Why its part of the recording is not whole. */
  readonly failure: string | null;
  /** What of ours failed while it was recorded. */
  readonly fault?: string;
  /** Of a replay. */
  readonly report?: ProcessReport;
  /** What Node's loader said of a module that it could not load, where that ended a replayed process. */
  readonly loadFailure?: string;
}

export interface StartedChild {
  /** `null`: it was waited for, and is gone. */
  readonly pid: number | null;
  readonly file: string;
  /** In the body of a call, or for the connection over which calls go: what it did is what the call answered. */
  readonly isOfCall: boolean;
}

/** What a process that is no part of the recorded run tried in a replay. */
export interface StrayCall {
  readonly what: string;
  readonly script: string | null;
}
