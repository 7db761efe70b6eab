import type { Demand, ReplayOptions, Substitution, WhatIf } from '@stepfork/replay';

/** What the processes of a program are told by the command that starts it. It lies in the folder that `STEPFORK_PROGRAM` names. */
export type Order = RecordOrder | ReplayOrder;

interface OrderOfBoth {
  /** As it was typed. */
  readonly command: readonly string[];
  /** Whose key makes the pseudonyms; `null`: there is none. */
  readonly keyFile: string | null;
  /** The process of the command: once it is gone, nobody makes anything of what is left. */
  readonly startedBy: number;
}

export interface RecordOrder extends OrderOfBoth {
  readonly mode: 'record';
  readonly redact: boolean;
}

export interface ReplayOrder extends OrderOfBoth {
  readonly mode: 'replay';
  /** Absolute path. */
  readonly trace: string;
  /** Which recording of it is followed: 0 for the trunk. */
  readonly place: number;
  readonly rules: ReplayOptions;
  /** Tools that the claim names. */
  readonly claimed: readonly string[];
  /** What was named to run for real in a fork: known also while its recordings are tried offline. */
  readonly live: readonly string[];
  readonly substitution?: Substitution | undefined;
  /** A fork is made. */
  readonly demand?: Demand | undefined;
  readonly whatIf?: WhatIf | undefined;
}

export const orderFile = 'order.json';

/** The variable that names the folder. */
export const folderVariable = 'STEPFORK_PROGRAM';

/** Stands in the name of the folder of a replay: a process that comes when that is over, and the folder gone, must know that it may not run for real. */
export const folderOfReplay = 'replay-';
