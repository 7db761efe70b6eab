import type { Frame, Verdict } from '@stepfork/replay';
import { verdictLines } from '../render/verdict.ts';

/** What a replay came to, as far as a CI server is told. */
export interface Outcome {
  readonly kind: 'pass' | 'fail' | 'inconclusive';
  /** The first line says it all. */
  readonly lines: readonly string[];
  readonly place: Place;
}

/** A line that a reviewer looks at. */
export interface Place {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
}

/** @param verdict `null`: nothing was claimed, and the recording answered everything */
export function outcomeOf(verdict: Verdict | null, thrownAt: readonly Frame[] | undefined, place: Place): Outcome {
  const [thrown] = thrownAt ?? [];
  return {
    kind: verdict?.kind ?? 'pass',
    lines: verdict === null ? ['the recording answered every call'] : verdictLines(verdict),
    place: thrown === undefined ? place : { file: thrown.file, line: thrown.line },
  };
}
