import type { CallKind } from '@stepfork/trace';

/** A tool or model as it was declared where it was defined. */
export interface Registered {
  readonly kind: CallKind;
  readonly name: string;
  readonly effect: boolean;
  readonly stable: boolean;
  readonly example: { readonly value: unknown } | null;
  /** Nobody declared it: an SDK was seen to have it. */
  readonly isHooked?: boolean;
  /** A JSON Schema or Standard Schema of the answer, if one was given. */
  readonly output: { readonly schema: unknown } | null;
}
