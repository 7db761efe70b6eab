import type { Trace } from '@stepfork/trace';
import { bytesOf } from './bytes-of.ts';
import { learnShapes, type Shapes } from './kept-shapes.ts';
import type { Spending } from './limits.ts';
import type { Oracle } from './oracle.ts';
import type { Pass } from './passes/pass.ts';
import { type PassReport, runPass, type TriedBefore } from './passes/run-pass.ts';
import { turnPass } from './passes/turns.ts';
import { type PayloadPasses, payloadPasses, type Unit, type WrongValues } from './payload-passes.ts';
import { learnRetold } from './retold.ts';
import type { Stage } from './search/stage.ts';
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

export interface Searched {
  readonly trace: Trace;
  /** Of every pass that was run, in order. */
  readonly reports: readonly PassReport[];
  /** What came in the place of the failure when what is left was replayed once more, after all that was tried; `null`: it is still there. */
  readonly lost: string | null;
}

/** A pass, and what of it is walked. */
interface Task {
  readonly pass: Pass;
  readonly stage: Stage;
}

/** A smaller run of which nobody has seen that it fails under the default rules. */
interface Unchecked {
  readonly task: Task;
  readonly before: Trace;
  readonly report: number;
}

/** Removals from what was taken back say nothing of what is left. */
const none: PassReport['removals'] = { tried: 0, unresolved: 0, ruledOut: 0 };

/**
 * Turns, then what is in them, round after round until no pass takes anything out of what is left: what one pass leaves, another may make free.
 * Then what is left is replayed under the default rules, and if it fails otherwise, the passes are taken back, the last first, until it does. The
 * proof comes once, of the result: to prove what each pass leaves costs a replay for each part that stays, every time. Last of all it is seen
 * whether the failure is still there: where an agent carries something from run to run, that none of the removals showed it says nothing.
 */
export async function searchAll(
  start: Trace,
  wrong: WrongValues,
  oracle: Oracle,
  spending: Spending,
  { unit, workers = 1, onProgress }: SearchAllOptions & { readonly unit: Unit },
): Promise<Searched> {
  const reports: PassReport[] = [];
  const turns = turnPass(wrong.values);
  const { searches, proofs } = tasksOf(turns, payloadPasses(unit, wrong));
  /** The trace from which nothing could be taken so. */
  const exhausted = new Map<Task, Trace>();
  const refused = new Set<Task>();
  const triedBefore: TriedBefore = new WeakMap();
  const isOpen = (task: Task): boolean => spending.stopped === null && !refused.has(task) && exhausted.get(task) !== trace;
  let unchecked: Unchecked[] = [];
  /** Nothing was tried since what is left was replayed under the default rules. */
  let isSeen = false;
  let trace = start;
  while ([...searches, ...proofs].some(isOpen)) {
    for (const task of searches) if (isOpen(task)) await walk(task);
    if (searches.some(isOpen)) continue;
    await check();
    for (const task of proofs) if (isOpen(task) && !searches.some(isOpen)) await walk(task);
  }
  await check();
  const lost = isSeen || spending.stopped !== null || !spending.mayCheck() ? null : await oracle.check(trace);
  return { trace, reports, lost };

  async function walk(task: Task): Promise<void> {
    const { pass, stage } = task;
    const onTest = (): void =>
      onProgress?.({ pass: pass.name, replays: spending.replays, turns: turnsOf(trace).length, bytes: bytesOf(trace) });
    const shapes = pass === turns ? null : allOf([learnShapes(trace), learnRetold(trace)]);
    const before = trace;
    isSeen = false;
    const { trace: found, report } = await runPass(pass, trace, { stage, before: triedBefore, oracle, spending, workers, shapes, onTest });
    reports.push(report);
    trace = found;
    if (found !== before) unchecked.push({ task, before, report: reports.length - 1 });
    // A proof has gone on until nothing went.
    exhausted.set(task, stage === 'search' ? before : found);
  }

  async function check(): Promise<void> {
    let last = unchecked.at(-1);
    let culprit: Task | null = null;
    while (last !== undefined) {
      isSeen = await holds();
      if (isSeen) break;
      unchecked = unchecked.slice(0, -1);
      trace = last.before;
      takeBack(last.report);
      culprit = last.task;
      last = unchecked.at(-1);
    }
    unchecked = [];
    if (culprit !== null) refused.add(culprit);
  }

  async function holds(): Promise<boolean> {
    return spending.mayCheck() && (await oracle.check(trace)) === null;
  }

  function takeBack(at: number): void {
    const report = reports[at] as PassReport;
    reports[at] = { ...report, after: report.before, removed: [], removals: none, proven: false };
  }
}

function tasksOf(
  turns: Pass,
  { searched, proven }: PayloadPasses,
): { readonly searches: readonly Task[]; readonly proofs: readonly Task[] } {
  const of =
    (stage: Stage): ((pass: Pass) => Task) =>
    (pass) => ({ pass, stage });
  // What nothing else is done to needs no second round.
  if (searched.length === 0) return { searches: [], proofs: [turns].map(of('both')) };
  return { searches: [turns, ...searched].map(of('search')), proofs: [turns, ...proven].map(of('proof')) };
}

function allOf(each: readonly Shapes[]): Shapes {
  return { leftBy: (trace) => each.map((one) => one.leftBy(trace)).find((left) => left !== null) ?? null };
}
