import type { CallKind } from '@stepfork/trace';
import { activeAmbient } from './ambient/active-ambient.ts';
import { slot } from './slot.ts';

/** Where the running code stands. */
export interface CurrentRun {
  /** Of what kind the call is in whose body it is; `null`: it is the agent's own. */
  readonly inside: CallKind | null;
  /** It is the agent's own in a replay, and not in a body that runs for real. */
  readonly isReplayed: boolean;
}

/** The run to which the running code belongs; `null`: it belongs to none. */
export function currentRun(): CurrentRun | null {
  const context = slot().context.getStore();
  if (context === undefined) return null;
  return { inside: context.enclosing?.kind ?? null, isReplayed: (activeAmbient()?.stage ?? null) !== null };
}
