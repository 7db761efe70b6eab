import type { Verdict } from '@stepfork/replay';
import type { Call, Outcome, Step, Trace } from '@stepfork/trace';
import type { Judged } from '../controls.ts';

/** A run that was judged. */
export interface RememberedRun {
  /** What was claimed of it, as canonical JSON. */
  readonly claim: string;
  readonly verdict: Verdict;
  readonly replay: Omit<Judged, 'kind' | 'verdict' | 'recording'>;
}

/** What an earlier score has run, and what this one runs. */
export interface RunMemory {
  /** Of an earlier score. */
  readonly find: (key: string) => RememberedRun | null;
  /** For the next one. */
  readonly keep: (key: string, run: RememberedRun) => void;
  /** All that was kept. */
  readonly text: () => string;
}

type WireStep = Omit<Step, 'call' | 'outcome'> & { readonly call: number; readonly outcome: number };
type WireRun = Omit<RememberedRun, 'replay'> & {
  readonly replay: Omit<RememberedRun['replay'], 'trace'> & {
    readonly trace: Omit<Trace, 'steps'> & { readonly steps: readonly WireStep[] };
  };
};

interface Content {
  readonly inputs: string;
  /** Calls and outcomes, which most runs share. */
  readonly parts: readonly (Call | Outcome)[];
  readonly runs: Readonly<Record<string, WireRun>>;
}

/**
 * @param inputs what decides all runs: of other inputs nothing is known
 * @param earlier what `text` gave, which who keeps it vouches for; what is no JSON, or of other inputs, is as if it were not there
 */
export function createRunMemory(inputs: string, earlier: string | null): RunMemory {
  const known = earlier === null ? null : read(earlier, inputs);
  const kept = new Map<string, RememberedRun>();
  return {
    find: (key) => {
      const run = known !== null && Object.hasOwn(known.runs, key) ? known.runs[key] : undefined;
      return run === undefined || known === null ? null : unpacked(run, known.parts);
    },
    keep: (key, run) => void kept.set(key, run),
    text: () => JSON.stringify(packed(inputs, kept)),
  };
}

function read(text: string, inputs: string): Content | null {
  try {
    const content = JSON.parse(text) as Content | null;
    return content?.inputs === inputs ? content : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function packed(inputs: string, runs: ReadonlyMap<string, RememberedRun>): Content {
  const numbers = new Map<string, number>();
  const parts: (Call | Outcome)[] = [];
  const numberOf = (part: Call | Outcome): number => {
    const text = JSON.stringify(part);
    const number = numbers.get(text) ?? parts.push(part) - 1;
    numbers.set(text, number);
    return number;
  };
  const wire = [...runs].map(([key, { replay, ...run }]): readonly [string, WireRun] => {
    const steps = replay.trace.steps.map((step) => ({ ...step, call: numberOf(step.call), outcome: numberOf(step.outcome) }));
    return [key, { ...run, replay: { ...replay, trace: { ...replay.trace, steps } } }];
  });
  return { inputs, parts, runs: Object.fromEntries(wire) };
}

function unpacked({ replay, ...run }: WireRun, parts: Content['parts']): RememberedRun {
  const { trace } = replay;
  const steps = trace.steps.map((step) => ({ ...step, call: parts[step.call] as Call, outcome: parts[step.outcome] as Outcome }));
  return { ...run, replay: { ...replay, trace: { ...trace, steps } } };
}
