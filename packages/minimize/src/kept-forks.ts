import type { Derivation, Trace } from '@stepfork/trace';

/** A fork that is not in the smaller trace. */
export interface LeftOut {
  /** 1 for the first fork of the file. */
  readonly fork: number;
  readonly run: string;
  /** In words. */
  readonly why: string;
}

export interface KeptForks {
  readonly forks: readonly Trace[];
  readonly leftOut: readonly LeftOut[];
}

export interface ForkUse {
  readonly hasFixed: boolean;
  /** Place of the one that the corrected code followed at first; `null`: none. */
  readonly needed: number | null;
  /** What is left of it; `null`: nobody needs it any more. */
  readonly left: Trace | null;
  /** Id of the smaller run. */
  readonly trunk: string;
}

/** A fork as a recording of its own, as which it is replayed and taken apart. */
export function standingAlone(fork: Trace): Trace {
  const { derived: _, ...run } = fork.run;
  return { ...fork, run };
}

/** Which forks stand behind a smaller run, and why others do not. */
export function keptForks(forks: readonly Trace[], { hasFixed, needed, left, trunk }: ForkUse): KeptForks {
  return {
    forks: needed === null || left === null ? [] : [forkOf(trunk, left, forks[needed]?.run.derived)],
    leftOut: forks.flatMap(({ run }, at) => (left !== null && at === needed ? [] : [{ fork: at + 1, run: run.id, why: whyNot(at) }])),
  };

  function whyNot(at: number): string {
    if (!hasFixed) return 'only corrected code could ask its questions of the smaller run: give it as --fixed';
    if (needed === null) return 'the fixed code did not need it';
    return at === needed ? 'the smaller run answers all that the fixed code asks' : `the fixed code followed fork ${needed + 1}`;
  }
}

/** The recording from which one was made on demand is not in this file. */
function forkOf(trunk: string, left: Trace, before: Derivation | undefined): Trace {
  const derived: Derivation = before?.kind === 'on-demand' ? { ...before, of: trunk, from: trunk } : { kind: 'attached', of: trunk };
  return { ...left, run: { ...left.run, id: `${trunk}-fork`, derived } };
}
