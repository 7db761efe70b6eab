import type { Trace } from '@stepfork/trace';
import type { Shapes } from '../kept-shapes.ts';
import type { Spending } from '../limits.ts';
import type { Oracle, Tried } from '../oracle.ts';
import { saysLess } from '../says-less.ts';
import type { Removals } from '../search/run-search.ts';
import type { Stage } from '../search/stage.ts';
import type { Pass } from './pass.ts';

export interface PassReport {
  readonly pass: string;
  readonly stage: Stage;
  /** What could go, and what of it is left. */
  readonly before: number;
  readonly after: number;
  readonly removed: readonly string[];
  /** What is left, and what came of it when it alone was taken out. */
  readonly kept: readonly { readonly label: string; readonly without: string | null }[];
  readonly tests: number;
  readonly removals: Removals;
  readonly proven: boolean;
}

/** By run, what came of the candidates that were made of it: the proof asks some of what the search has asked. */
export type TriedBefore = WeakMap<Trace, Map<string, Tried>>;

export interface PassOptions {
  readonly stage: Stage;
  readonly before: TriedBefore;
  readonly oracle: Oracle;
  readonly spending: Spending;
  readonly workers: number;
  /** What the agent's calls and its output must go on looking like; `null`: anything. */
  readonly shapes: Shapes | null;
  readonly onTest: () => void;
}

/** Searches through what one pass can take out; the result is what the agent did on what is left. */
export async function runPass(
  pass: Pass,
  trace: Trace,
  { stage, before: triedBefore, oracle, spending, workers, shapes, onTest }: PassOptions,
): Promise<{ readonly trace: Trace; readonly report: PassReport }> {
  const tried = triedBefore.get(trace) ?? new Map<string, Tried>();
  triedBefore.set(trace, tried);
  const keyOf = (some: readonly number[]): string => `${pass.name} ${some.join()}`;
  const { kept, before, after, removed, left, counts, proven } = await pass.search(
    trace,
    async (some, candidate) => {
      const result = tried.get(keyOf(some)) ?? smallerThan(trace, await oracle.try(candidate, trace, shapes));
      tried.set(keyOf(some), result);
      return result.outcome;
    },
    { stage, workers, signal: spending.signal, onProgress: onTest },
  );
  return {
    trace: tried.get(keyOf(kept))?.trace ?? trace,
    report: {
      pass: pass.name,
      stage,
      before,
      after,
      removed,
      kept: left.map(({ label, others }) => ({ label, without: tried.get(keyOf(others))?.why ?? null })),
      tests: counts.tests,
      removals: counts.removals,
      proven,
    },
  };
}

/** A client may fill in what was taken out of an answer, or put more in its place: then nothing has gone when the run is recorded anew. */
function smallerThan(trace: Trace, tried: Tried): Tried {
  if (tried.trace === null || saysLess(tried.trace, trace)) return tried;
  return { outcome: 'other', why: 'recorded anew, the run says no less', trace: null };
}
