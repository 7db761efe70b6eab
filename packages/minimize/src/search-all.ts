import type { Trace } from '@stepfork/trace';
import { bytesOf } from './bytes-of.ts';
import { learnShapes } from './kept-shapes.ts';
import type { Spending } from './limits.ts';
import type { Oracle } from './oracle.ts';
import type { Pass } from './passes/pass.ts';
import { type PassReport, runPass } from './passes/run-pass.ts';
import { turnPass } from './passes/turns.ts';
import { payloadPasses, type Unit } from './payload-passes.ts';
import { turnsOf } from './turns-of.ts';

export interface SearchAllOptions {
  /**
   * What is taken apart: whole turns only, parts of values by the place where they stand in all answers of a tool, or each by itself. Default
   * `classes` beside corrected code, else `turns`: what the buggy code never reads, the corrected one may need.
   */
  readonly unit?: Unit;
  /** Replays at the same time. */
  readonly workers?: number;
  readonly onProgress?: (progress: MinimizeProgress) => void;
}

export interface MinimizeProgress {
  readonly pass: string;
  readonly replays: number;
  /** Turns that are left so far. */
  readonly turns: number;
  readonly bytes: number;
}

/** Removals from what was taken back say nothing of what is left. */
const none: PassReport['removals'] = { tried: 0, unresolved: 0, ruledOut: 0 };

export interface Searched {
  readonly trace: Trace;
  /** Of every pass that was run, in order. */
  readonly reports: readonly PassReport[];
}

/**
 * Turns, then what is in them, round after round until no pass takes anything out of what is left: what one pass leaves, another may make free.
 * After each success the new recording is replayed under the default rules.
 */
export async function searchAll(
  start: Trace,
  values: Parameters<typeof turnPass>[0],
  oracle: Oracle,
  spending: Spending,
  { unit, workers = 1, onProgress }: SearchAllOptions & { readonly unit: Unit },
): Promise<Searched> {
  const reports: PassReport[] = [];
  const passes = [turnPass(values), ...payloadPasses(unit)];
  /** The trace from which a pass could take nothing. */
  const exhausted = new Map<Pass, Trace>();
  let trace = start;
  while (spending.stopped === null && passes.some((pass) => exhausted.get(pass) !== trace)) {
    for (const pass of passes) if (spending.stopped === null && exhausted.get(pass) !== trace) await step(pass);
  }
  return { trace, reports };

  async function step(pass: Pass): Promise<void> {
    const onTest = (): void =>
      onProgress?.({ pass: pass.name, replays: spending.replays, turns: turnsOf(trace).length, bytes: bytesOf(trace) });
    const shapes = pass === passes[0] ? null : learnShapes(trace);
    const { trace: found, report } = await runPass(pass, trace, { oracle, spending, workers, shapes, onTest });
    const isGood = found !== trace && (await oracle.check(found)) === null;
    reports.push(found === trace || isGood ? report : { ...report, after: report.before, removed: [], removals: none, proven: false });
    if (isGood) trace = found;
    exhausted.set(pass, trace);
  }
}
