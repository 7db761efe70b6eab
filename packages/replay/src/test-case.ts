import type { TraceFile } from '@stepfork/trace';
import type { Claim } from './claim/claim.ts';

/** The user's async function under test. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where the user's own types meet ours.
export type Agent = (input: any) => unknown;

export type PolicyName = 'frozen' | 'live' | 'sink';

/** Policy by name; `*` matches any name, an exact name goes first. */
export interface PolicyRules {
  readonly tools?: Readonly<Record<string, PolicyName>>;
  readonly models?: Readonly<Record<string, PolicyName>>;
}

/** What a sink answers, by tool: the user's word. With `for` only where the input matches it (a subset). */
export type Answers = Readonly<Record<string, Answer | readonly Answer[]>>;
export interface Answer {
  readonly value: unknown;
  readonly for?: unknown;
}

/** Fields that are left out when inputs are compared: JSON Pointers by `tool:name`, `model:name` or `*`. Counted in the receipt. */
export type IgnoreRules = Readonly<Record<string, readonly string[]>>;

export type Traces = TraceFile | readonly TraceFile[] | URL;

/** What a model is answered by. */
export type Match = 'key' | 'position';

/** What check, verify and the three packages above take. */
export interface TestCase {
  readonly traces: Traces;
  readonly agent: Agent;
  readonly claim: Claim;
  readonly policies?: PolicyRules;
  readonly answers?: Answers;
  /** Reads that no effect of this agent changes. */
  readonly stable?: readonly string[];
  readonly ignore?: IgnoreRules;
  /** `keyed` (default): a question is answered in whatever order it is asked; `recorded`: one strict cursor. */
  readonly order?: 'keyed' | 'recorded';
  /**
   * `key` (default): a model answers what it was asked when it was recorded. `position`: what nobody asked it is answered by its next unused
   * answer, which is then borrowed, and reads are the same question whatever effects came before. A case file has no such member.
   */
  readonly match?: Match;
  /** A seed: cuts the text of recorded streams at other places, to see whether the agent depends on them. A case file has no such member. */
  readonly rechunk?: string;
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Default 1,000, or ten times the recorded calls if that is more. */
  readonly maxCalls?: number;
}
