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

/** Another failure in words: its own, and where these are the very words of the one that is looked for, in what it differs from that. */
export function toldApart(other: Failure, failure: Failure): string {
  if (other.text !== failure.text) return other.text;
  const notIn = (keys: readonly string[]) => (key: string) => !keys.includes(key);
  const more = other.keys.filter(notIn(failure.keys)).map((key) => `with ${key}`);
  const less = failure.keys.filter(notIn(other.keys)).map((key) => `without ${key}`);
  return [other.text, ...more, ...less].join(', ');
}

/** Whether a replay shows what was recorded. It may tell more: where an error was thrown is in no recording. */
export function confirms(replayed: Failure, recorded: Failure): boolean {
  return recorded.keys.every((key) => replayed.keys.includes(key));
}
