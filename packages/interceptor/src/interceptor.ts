import type { CallKind, Json } from '@stepfork/trace';
import type { AnswerForm } from './answer-form.ts';

/** A call at a boundary, before anything ran. */
export interface LiveCall {
  readonly kind: CallKind;
  readonly name: string;
  /** What the agent passed: the only argument itself, several as an array, none as `undefined`. */
  readonly input: unknown;
  /** The tool was declared an effect: its body must never run in a replay. */
  readonly effect: boolean;
  /** The tool was declared a read that no effect of this agent changes. */
  readonly stable: boolean;
  /** An example answer, if the tool was given one. */
  readonly example: { readonly value: unknown } | null;
  /** JSON Schema of the answer, where it is known only when the call is made. */
  readonly output?: { readonly schema: unknown } | null;
  /** An SDK was seen to call it: what its body does under the same name is the same call. */
  readonly isHooked?: boolean;
  /** Nobody can answer in the place of its body: see `observedTool`. */
  readonly isObserved?: boolean;
  /** A question, no effect, whose input nobody changes any more: it may be on its way before it is taken down. */
  readonly goesFirst?: boolean;
  /** Where `input` is that of a recorded call, since this one is the same to the letter: it is its own snapshot, and need not be taken. */
  readonly recorded?: Json;
  /** How the answer is taken down; left out: as a value or a stream. */
  readonly form?: AnswerForm;
  /**
   * Redacted snapshot of `input`, taken at the latest when it is asked for, and the step's index, filled in by the recorder for the
   * interceptors inside it. Where nothing is recorded, as after the end of a run, they are `null` and -1.
   */
  readonly snapshot: () => Json;
  readonly step: number;
  /** The step in whose body the call is made; `null`: it is made by the agent itself. */
  readonly parent: number | null;
}

/**
 * Decides what becomes of a call: `next(call)` runs the interceptors further in and at last the body. What it returns is what the agent gets.
 * The idea of `(input, next)` is that of Temporal's interceptors.
 */
export type Interceptor = (call: LiveCall, next: (call: LiveCall) => Promise<unknown>) => Promise<unknown>;
