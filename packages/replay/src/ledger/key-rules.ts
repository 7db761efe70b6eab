import type { CallKind } from '@stepfork/trace';

/** What decides the key of a call, under the policies of this replay. */
export interface KeyRules {
  isEffect(kind: CallKind, name: string): boolean;
  /** The body runs, so that the calls inside it come by themselves. */
  isLive(kind: CallKind, name: string): boolean;
  isStable(kind: CallKind, name: string): boolean;
  /** JSON Pointers of the fields that are left out of the key. */
  ignored(kind: CallKind, name: string): readonly string[];
  /** Two sets of rules with the same text ignore the same. */
  readonly ignoreText: string;
}
