import type { Json } from './json/json.ts';
import type { Frozen } from './values/frozen.ts';

export type CallKind = 'tool' | 'model';

/** One crossing of a boundary, at the moment it started. `input` is a redacted snapshot. */
export interface Call {
  readonly kind: CallKind;
  readonly name: string;
  readonly input: Json;
  /** The tool was declared an effect where it was defined. */
  readonly effect: boolean;
}

/** A part of a streamed answer, at the moment it was produced. */
export interface Chunk {
  readonly value: Json;
  /** Milliseconds since the start of the run. */
  readonly atMs: number;
  readonly endOrder: number;
}

/** How a stream ended: `cancelled` by the agent, `interrupted` because the run ended first, or broken by an error (an encoded value). */
export type StreamEnd =
  /** `value`: what an iterator returned at its end. */
  | { readonly kind: 'done'; readonly value?: Json }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'threw'; readonly error: Json };

/**
 * What a stream was to the agent. `generator`: an async generator and nothing else; `iterator` and `iterable`: some other object that is read
 * by `next` or by iteration; `web`: a ReadableStream, `web-bytes`: one of type bytes; `node`: a Readable of Node that gives bytes, `node-text`:
 * one that was handed over with an encoding, `node-objects`: one in object mode. `parts`: no stream, but an answer that its boundary takes down
 * in parts and can make again of them, such as an HTTP response: its head, then what came of its body.
 */
export type StreamKind = (typeof streamKinds)[number];
export const streamKinds = ['generator', 'iterator', 'iterable', 'web', 'web-bytes', 'node', 'node-text', 'node-objects', 'parts'] as const;

/** What came back. An `error` is an encoded value, mostly one tagged `error`; agents may throw anything. */
export type Outcome =
  | Returned
  | { readonly kind: 'threw'; readonly error: Json }
  /** Traces that are older have no `stream`. */
  | { readonly kind: 'streamed'; readonly stream?: StreamKind; readonly chunks: readonly Chunk[]; readonly end: StreamEnd }
  | { readonly kind: 'interrupted' };

/** An answer. `frozen`: what of it the agent cannot change, if any; it was so where it was recorded. */
export interface Returned {
  readonly kind: 'returned';
  readonly value: Json;
  readonly frozen?: Frozen;
}

/** How a run ended. `interrupted`: the process was killed, or the run was given up. */
export type RunOutcome = Omit<Returned, 'frozen'> | Exclude<Outcome, { readonly kind: 'returned' | 'streamed' }>;

/**
 * Who gave the answer of a call, where that was not the world: the recorded step of this question (`reused`: once more), the user
 * (`declared`), or nobody: it was borrowed, from a step of the same tool, whose input is `lent`, or from an example, or is `null`.
 * `live` is an answer that the body gave while the fork was recorded.
 */
export type Answered =
  | { readonly how: 'exact' | 'reused' | 'declared' | 'live' | 'example' | 'null' }
  | { readonly how: 'again' | 'next-unused'; readonly lent: Json };

/** A call with its outcome. `index` counts starts; `endOrder` counts ends of calls, chunks and ends of streams of one run together, from 0. */
export interface Step {
  readonly index: number;
  readonly parent: number | null;
  readonly call: Call;
  readonly outcome: Outcome;
  readonly startedAtMs: number;
  /** When the call returned, threw or handed over its stream; `null` for an interrupted call. */
  readonly endedAtMs: number | null;
  readonly endOrder: number | null;
  /** When the stream that it handed over ended; `null`: there was none, or it did not end. */
  readonly closing: { readonly atMs: number; readonly endOrder: number } | null;
  /** Left out in a run that was recorded in the world. */
  readonly answered?: Answered;
}

/** What an agent takes from outside of its calls: a reading of a clock, chance, the fire of a timer. */
export type DrawKind = 'clock' | 'performance' | 'random' | 'uuid' | 'bytes' | 'timer';

/**
 * One such value, by the place in the agent's code that took it.
 *
 * `value`: milliseconds since 1970 (`clock`) or of `performance.now`, a number from 0 to 1, a UUID, bytes as hexadecimal digits. For a timer
 * `{ timer, fire, ms, elapsedMs, fired }`: which one of its site it is and its how many-th fire, both from 0, the delay that was asked for, the
 * one that came, and whether it fired or was taken back by then. For `environment` the pseudonym of a credential, `site` being the name of the
 * variable that holds it: taken down once, when it was first read or seen. Where `site` is `@stepfork/register`, the name of an SDK that was met
 * after the run had begun; where it is `observed-tool`, the name of a tool whose calls are steps that no recording can answer for.
 */
export interface Draw {
  readonly kind: DrawKind | 'environment';
  /** Module and enclosing function: `src/agent.ts#runAgent`. No line: a fix moves lines. */
  readonly site: string;
  readonly value: Json;
  /** Milliseconds since the start of the run. */
  readonly atMs: number;
  /** How many ends of calls, chunks and ends of streams came before it. */
  readonly endsBefore: number;
}

/** The head of a trace: what was run, and where. */
export interface Run {
  readonly id: string;
  /** Where the agent is found: `src/agent.ts#runAgent`, relative to the nearest package.json; `null` if it was given as a function. */
  readonly agent: string | null;
  readonly input: Json;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly git: { readonly commit: string; readonly dirty: boolean } | null;
  /** Version by name: `node`, `stepfork`, and the SDKs that were installed for the agent; of several copies all, with commas. Others may be left out. */
  readonly versions: Readonly<Record<string, string>>;
  /** Policies in force while this was recorded; empty for a plain recording. */
  readonly policies: Readonly<Record<string, string>>;
  /** Which key made the pseudonyms, and by which rules; `null` if redaction was off. */
  readonly redaction: { readonly keyId: string; readonly rules: readonly string[] } | null;
  /** Left out in a run that stands for itself. */
  readonly derived?: Derivation;
}

/**
 * How a run came to be that belongs to another one, the trunk `of` its file: recorded by itself and attached; or replayed, `from` one of the
 * recordings, with some calls run for real. A `what-if` had another answer at `step` than the world gave; one that is `replayed` is what a `test`
 * that did not pass has done, kept for people to look at. No check tries these two as recordings, and they stand in files of their own.
 * A `minimized` run is a recording: less happens in it than in the run that it was made of, and it still shows the same failure.
 */
export type Derivation =
  | { readonly kind: 'attached'; readonly of: string }
  | { readonly kind: 'on-demand'; readonly of: string; readonly from: string }
  | { readonly kind: 'what-if'; readonly of: string; readonly step: number }
  | { readonly kind: 'replayed'; readonly of: string; readonly from: string; readonly test: string }
  | Minimized;

/** Where a smaller run with the same failure comes from, and what is known of it. */
export interface Minimized {
  readonly kind: 'minimized';
  readonly of: string;
  /** By which that run is sealed in its file; `null`: it has none. */
  readonly seal: string | null;
  /** The failure that both show, in words. */
  readonly signature: string;
  /** What may be said of it, in words: `1-minimal in turns`, `reduced, not proven`. */
  readonly proof: string;
  /** What was taken out, and by which kind of search: steps of the run by number, parts of values by where they stood. */
  readonly edits: readonly { readonly by: string; readonly removed: readonly string[] }[];
  readonly counts: {
    /** No longer written: with several workers it hangs on which of them is faster. */
    readonly replays?: number;
    /** Single removals from what is left that were replayed, and those of them that could not be executed. */
    readonly removals: number;
    readonly unresolved: number;
  };
}

/** One recorded run. Immutable; values are shared and may be built when first asked for. */
export interface Trace {
  readonly run: Run;
  readonly steps: readonly Step[];
  /** In the order in which they were taken. */
  readonly draws: readonly Draw[];
  readonly outcome: RunOutcome;
  /** Milliseconds since the start of the run; `null` if it never ended. */
  readonly endedAtMs: number | null;
}

/** What a trace file holds: the trunk first, then its forks. */
export interface TraceFile {
  readonly trunk: Trace;
  readonly forks: readonly Trace[];
  /** Every segment has a seal that fits. */
  readonly sealed: boolean;
  /** Why reading stopped before the end of an unsealed file, in one sentence; `null` if it did not. */
  readonly damage: string | null;
}
