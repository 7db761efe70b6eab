import type { AnsweredBy, FinishedReplay, Inconclusive, ProcessReport, Receipt, ReceiptEntry } from '@stepfork/replay';
import type { SignedLine } from '../exchange/journal-file.ts';
import { type MergedTrace, mergeTraces, type OtherProcess } from './merge-traces.ts';

/** What another process of a replayed program has left. */
export interface ReplayedPart extends OtherProcess {
  /** As it signs its lines. */
  readonly signature: string;
  /** `null`: it was killed, so that only the journal speaks for it. */
  readonly report: ProcessReport | null;
}

/** The replay of a program with what its other processes did, which was answered from the same recording. The journal says in which order. */
export function mergeReplays(
  { replay: own, ...rest }: FinishedReplay,
  signature: string,
  others: readonly ReplayedPart[],
  journal: readonly SignedLine[],
): FinishedReplay {
  const sources = new Map([signature, ...others.map((other) => other.signature)].map((name, source) => [name, source]));
  const asked = new Map(
    journal.flatMap(({ process, line }, rank) => (line.kind === 'asked' ? [[`${sources.get(process)} ${line.step}`, rank] as const] : [])),
  );
  // Beyond the budget nothing is written into the journal: it comes last.
  const merged = mergeTraces(own.trace, others, (source, step) => asked.get(`${source} ${step}`) ?? journal.length);
  const placeIn = (process: string, step: number): number => merged.placeOf(sources.get(process) ?? 0, step) ?? step;
  const reports = others.flatMap(({ report }) => (report === null ? [] : [report]));
  const receipts = others.flatMap(({ signature: name, report }) => (report === null ? [] : [{ signature: name, receipt: report.receipt }]));
  const stopped = stopOf(journal, placeIn) ?? ownStopOf(own, reports, merged);
  return {
    ...rest,
    replay: {
      ...own,
      trace: merged.trace,
      receipt: receiptOf([{ signature, receipt: own.receipt }, ...receipts], journal, placeIn),
      stop: stopped?.verdict ?? null,
      until: stopped?.until ?? null,
    },
    borrowed: borrowedOf(journal, placeIn),
    demanded: reports.reduce((sum, { demanded }) => sum + demanded, rest.demanded),
    holdsDraw: (text) => rest.holdsDraw(text) || reports.some(({ drawnTexts }) => drawnTexts.some((drawn) => text.includes(drawn))),
  };
}

interface Stopped {
  readonly verdict: Inconclusive;
  readonly until: number;
}

type PlaceIn = (process: string, step: number) => number;

function stopOf(journal: readonly SignedLine[], placeIn: PlaceIn): Stopped | null {
  let lastAsked = -1;
  for (const { process, line } of journal) {
    if (line.kind === 'asked') lastAsked = Math.max(lastAsked, placeIn(process, line.step));
    if (line.kind !== 'stopped') continue;
    const placed = (step: number): number => (step < 0 ? lastAsked : placeIn(process, step));
    return { verdict: placedVerdict(line.verdict, placed), until: placed(line.until) };
  }
  return null;
}

function placedVerdict(verdict: Inconclusive, placed: (step: number) => number): Inconclusive {
  switch (verdict.reason) {
    case 'diverged':
      return { ...verdict, divergence: { ...verdict.divergence, step: placed(verdict.divergence.step) } };
    case 'opaque':
      return { ...verdict, step: verdict.step === null ? null : placed(verdict.step) };
    case 'borrowed':
    case 'timed-out':
    case 'not-deterministic':
    case 'over-budget':
      return verdict;
  }
}

/** What is known at the end only: it waited for what never came. */
function ownStopOf(own: FinishedReplay['replay'], reports: readonly ProcessReport[], { trace }: MergedTrace): Stopped | null {
  const verdict = own.stop ?? reports.find(({ stop }) => stop !== null)?.stop ?? null;
  return verdict && { verdict, until: trace.steps.length - 1 };
}

function borrowedOf(journal: readonly SignedLine[], placeIn: PlaceIn): FinishedReplay['borrowed'] {
  return journal
    .flatMap(({ process, line }) => (line.kind === 'borrowed' ? [{ ...line.answer, step: placeIn(process, line.answer.step) }] : []))
    .sort((a, b) => a.step - b.step);
}

interface SignedReceipt {
  readonly signature: string;
  readonly receipt: Receipt;
}

/** @param signed that of the program first */
function receiptOf(signed: readonly [SignedReceipt, ...SignedReceipt[]], journal: readonly SignedLine[], placeIn: PlaceIn): Receipt {
  const [{ receipt: own }] = signed;
  const entries: ReceiptEntry[] = [];
  for (const { process, line } of journal) {
    if (line.kind !== 'answered') continue;
    const step = placeIn(process, line.step);
    entries[step] = { ...line.by, step };
  }
  const all = signed.map(({ receipt }) => receipt);
  const given = new Set(entries.flatMap((entry) => fromOf(entry)));
  const ignored: Record<string, number> = {};
  for (const receipt of all) for (const [rule, count] of Object.entries(receipt.ignored)) ignored[rule] = (ignored[rule] ?? 0) + count;
  const sum = (of: (receipt: Receipt) => number): number => all.reduce((total, receipt) => total + of(receipt), 0);
  const rechunked = signed.flatMap(({ signature, receipt }) =>
    (receipt.rechunked ?? []).map((stream) => ({ ...stream, step: placeIn(signature, stream.step) })),
  );
  return {
    ...own,
    entries,
    // Each knew what had been asked when it asked last.
    unused: own.unused.filter((step) => !given.has(step) && all.every(({ unused }) => unused.includes(step))),
    ignored,
    mintedIds: sum(({ mintedIds }) => mintedIds),
    bodiesRun: entries.filter(({ how }) => how === 'live').length,
    ambient: {
      ...own.ambient,
      uncontrolled: [...new Set(all.flatMap(({ ambient }) => ambient.uncontrolled))],
      drawn: all.flatMap(({ ambient }) => ambient.drawn),
    },
    ...(own.rechunked && { rechunked }),
  };
}

function fromOf(by: AnsweredBy): readonly number[] {
  return 'from' in by && by.from !== null ? [by.from] : [];
}
