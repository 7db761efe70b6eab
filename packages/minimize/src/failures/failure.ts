import type { Json } from '@stepfork/trace';

/** A failure as it is compared: the same keys are the same failure. */
export interface Failure {
  readonly keys: readonly string[];
  /** In words, for people. */
  readonly text: string;
  /** Values that went wrong: where they came from is likely needed. */
  readonly values: readonly Json[];
}

export function isSameFailure(a: Failure, b: Failure): boolean {
  return a.keys.length === b.keys.length && a.keys.every((key) => b.keys.includes(key));
}

/** Whether a replay shows what was recorded. It may tell more: where an error was thrown is in no recording. */
export function confirms(replayed: Failure, recorded: Failure): boolean {
  return recorded.keys.every((key) => replayed.keys.includes(key));
}
