import type { Replay } from '@stepfork/replay';
import type { Call, Outcome, Run, Step, Trace } from '@stepfork/trace';

/** What is long in a replay, all of it JSON. */
export type Replayed = Pick<Replay, 'trace' | 'receipt'>;

export type Part = Call | Outcome;
/** A number names a part that the other side has. */
export type Numbered<P extends Part> = number | P;

/** A step without the names of its members, which are longer than what they hold; its index is its place. */
type Row = readonly [
  call: Numbered<Call>,
  outcome: Numbered<Outcome>,
  parent: Step['parent'],
  startedAtMs: number,
  endedAtMs: Step['endedAtMs'],
  endOrder: Step['endOrder'],
  closing: Step['closing'],
  answered: NonNullable<Step['answered']> | null,
];

interface WireReplay {
  readonly rest: Omit<Trace, 'run' | 'steps'>;
  readonly run: Run;
  readonly rows: readonly Row[];
  readonly receipt: Replayed['receipt'];
  /** The rules of redaction are those of the recording: a hundred names. */
  readonly hasRecordedRules: boolean;
}

// Taken before an agent can replace it.
const { stringify, parse } = JSON;

/** `recording`: the one that was followed, where the other side has it. */
export function encodeReplayed(
  { trace, receipt }: Replayed,
  recording: Trace | null,
  numberOf: <P extends Part>(part: P) => Numbered<P>,
): string {
  const { run, steps, ...rest } = trace;
  const hasRecordedRules = recording !== null && areSame(rulesOf(run), rulesOf(recording.run));
  const rows = steps.map(({ call, outcome, parent, startedAtMs, endedAtMs, endOrder, closing, answered = null }): Row => {
    return [numberOf(call), numberOf(outcome), parent, startedAtMs, endedAtMs, endOrder, closing, answered];
  });
  return stringify({ rest, run: hasRecordedRules ? withRules(run, []) : run, rows, receipt, hasRecordedRules } satisfies WireReplay);
}

export function decodeReplayed(text: string, recording: Trace | undefined, partOf: <P extends Part>(part: Numbered<P>) => P): Replayed {
  const { rest, run, rows, receipt, hasRecordedRules } = parse(text) as WireReplay;
  const steps = rows.map(([call, outcome, parent, startedAtMs, endedAtMs, endOrder, closing, answered], index): Step => {
    const step = { index, parent, call: partOf(call), outcome: partOf(outcome), startedAtMs, endedAtMs, endOrder, closing };
    return answered === null ? step : { ...step, answered };
  });
  return { trace: { ...rest, run: hasRecordedRules && recording ? withRules(run, rulesOf(recording.run)) : run, steps }, receipt };
}

function rulesOf({ redaction }: Run): readonly string[] {
  return redaction?.rules ?? [];
}

function withRules(run: Run, rules: readonly string[]): Run {
  return run.redaction === null ? run : { ...run, redaction: { keyId: run.redaction.keyId, rules } };
}

function areSame(rules: readonly string[], others: readonly string[]): boolean {
  return rules.length === others.length && rules.every((rule, at) => rule === others[at]);
}
