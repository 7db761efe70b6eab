import type { Substitute } from './borrowed-answer.ts';
import { probes } from './probes.ts';

/** Which borrowed answers of a replay are replaced, and by which probe. Data, so that another process can be told. */
export interface Substitution {
  /** Place in the list of probes. */
  readonly probe: number;
  /** The only one that is replaced; `null`: all are. */
  readonly only: number | null;
}

export function substituteOf({ probe, only }: Substitution): Substitute {
  return (ordinal, answer) => (only === null || ordinal === only ? (probes[probe]?.(answer) ?? null) : null);
}
