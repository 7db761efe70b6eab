import type { CallKind } from '@stepfork/trace';
import type { Context } from '../running/slot.ts';

/** Whether a call is the one in whose body it is made: that of a hooked tool, which passes it on under its name. */
export function isSameCall({ enclosing }: Context, kind: CallKind, name: string): boolean {
  return kind === 'tool' && enclosing?.hooked === name;
}
