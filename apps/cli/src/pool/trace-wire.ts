import type { Call, Outcome, Step, Trace, TraceFile } from '@stepfork/trace';
import { decodeReplayed, encodeReplayed, type Numbered, type Part, type Replayed } from './replay-wire.ts';

/** Trace files on their way to a worker: calls and outcomes by number, so that what it was sent before is not sent again. */
export interface WireFiles {
  /** `null`: those that were sent last. */
  readonly text: string | null;
  /** What the worker does not know yet: number and JSON. */
  readonly values: readonly (readonly [number, string])[];
  /** All that it knows it may forget first. */
  readonly forget: boolean;
}

/** On the pool's side, for one worker. */
export interface TraceSender {
  readonly encode: (files: readonly TraceFile[]) => WireFiles;
  /** A replay of a recording, by its place, of the files that were encoded last. What is the same as in them comes back as the same object. */
  readonly decodeReplayed: (text: string, place: number) => Replayed;
}

/** On the worker's side. */
export interface TraceReceiver {
  readonly decode: (files: WireFiles) => readonly TraceFile[];
  /** `recording`: the one that was followed; `null`: none that was sent. */
  readonly encodeReplayed: (replayed: Replayed, recording: Trace | null) => string;
}

type WireStep = Omit<Step, 'call' | 'outcome'> & { readonly call: Numbered<Call>; readonly outcome: Numbered<Outcome> };
type WireTrace = Omit<Trace, 'steps'> & { readonly steps: readonly WireStep[] };

// Taken before an agent can replace it.
const { stringify, parse } = JSON;

/** Kept in a worker at most, in characters of JSON. */
const mostKept = 64_000_000;

const numbers = new WeakMap<Part, number>();
let nextNumber = 0;

/**
 * Candidates of one search differ in a few steps, and a replay mostly does what was recorded: both ways only the rest is sent.
 *
 * JSON, since what a trace holds is JSON already (see `encodeValue`), and nothing is faster to read: for 74 KB it takes a tenth of the time of
 * the packed encoding, whose place is the disk.
 */
export function createTraceSender(): TraceSender {
  const known = new Set<number>();
  let kept = 0;
  let last: readonly TraceFile[] = [];
  let lastParts: ReadonlyMap<number, Part> | null = null;
  return {
    encode: (files) => {
      if (areSame(files, last)) return again;
      last = files;
      lastParts = null;
      const forget = kept > mostKept;
      if (forget) {
        known.clear();
        kept = 0;
      }
      const values: (readonly [number, string])[] = [];
      const numberOf = (part: Part): number => {
        let number = numbers.get(part);
        if (number === undefined) {
          number = nextNumber++;
          numbers.set(part, number);
        }
        if (!known.has(number)) {
          known.add(number);
          const text = stringify(part);
          kept += text.length;
          values.push([number, text]);
        }
        return number;
      };
      return { text: stringify(files.map((file) => mapFile(file, (trace) => withParts(trace, numberOf)))), values, forget };
    },
    decodeReplayed: (text, place) => {
      lastParts ??= partsOf(last);
      const parts = lastParts;
      return decodeReplayed(text, tracesOf(last)[place], (part) => foundPart(part, parts));
    },
  };
}

const again: WireFiles = { text: null, values: [], forget: false };

function areSame(files: readonly TraceFile[], others: readonly TraceFile[]): boolean {
  return files.length > 0 && files.length === others.length && files.every((file, at) => isSameFile(file, others[at]));
}

function isSameFile(file: TraceFile, other: TraceFile | undefined): boolean {
  if (file === other) return true;
  if (file.trunk !== other?.trunk || file.sealed !== other.sealed || file.damage !== other.damage) return false;
  return file.forks.length === other.forks.length && file.forks.every((fork, at) => fork === other.forks[at]);
}

function partsOf(files: readonly TraceFile[]): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>();
  for (const { steps } of tracesOf(files)) {
    for (const { call, outcome } of steps) for (const part of [call, outcome]) parts.set(numbers.get(part) ?? -1, part);
  }
  return parts;
}

export function createTraceReceiver(): TraceReceiver {
  const parts = new Map<number, Part>();
  const numbersHere = new WeakMap<Part, number>();
  let last: readonly TraceFile[] = [];
  return {
    decode: ({ text, values, forget }) => {
      // The very same objects: what was found out about them holds on.
      if (text === null) return last;
      if (forget) parts.clear();
      for (const [number, value] of values) {
        const part = parse(value) as Part;
        parts.set(number, part);
        numbersHere.set(part, number);
      }
      const files = parse(text) as readonly TraceFile[];
      last = files.map((file) => mapFile(file, (trace) => withoutNumbers(trace as unknown as WireTrace, parts)));
      return last;
    },
    encodeReplayed: (replayed, recording) => encodeReplayed(replayed, recording, (part) => numbersHere.get(part) ?? part),
  };
}

/** All recordings of a candidate, in the order by which a result names them. */
export function tracesOf(files: readonly TraceFile[]): readonly Trace[] {
  return files.flatMap(({ trunk, forks }) => [trunk, ...forks]);
}

function mapFile<T>(file: TraceFile, map: (trace: Trace) => T): Omit<TraceFile, 'trunk' | 'forks'> & { trunk: T; forks: readonly T[] } {
  return { ...file, trunk: map(file.trunk), forks: file.forks.map(map) };
}

function withParts(trace: Trace, of: <P extends Part>(part: P) => Numbered<P>): WireTrace {
  return { ...trace, steps: trace.steps.map((step) => ({ ...step, call: of(step.call), outcome: of(step.outcome) })) };
}

function withoutNumbers(trace: WireTrace, parts: ReadonlyMap<number, Part>): Trace {
  return {
    ...trace,
    steps: trace.steps.map((step) => ({ ...step, call: foundPart(step.call, parts), outcome: foundPart(step.outcome, parts) })),
  };
}

function foundPart<P extends Part>(part: Numbered<P>, parts: ReadonlyMap<number, Part>): P {
  if (typeof part !== 'number') return part;
  const found = parts.get(part);
  if (found === undefined) throw new RangeError(`no part ${part} was sent`);
  return found as P;
}
