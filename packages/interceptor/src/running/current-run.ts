import type { Call, CallKind } from '@stepfork/trace';
import type { Guards } from '../ambient/ambient.ts';
import { activeContext } from './active-context.ts';

/** Where the running code stands. */
export interface CurrentRun {
  /** The same object for all work of one run, and another one for each other run. */
  readonly id: object;
  /** Of what kind the call is in whose body it is; `null`: it is the agent's own. */
  readonly inside: CallKind | null;
  /** Which call that is; `null`: none. */
  readonly step: number | null;
  /** It is the agent's own in a replay, and not in a body that runs for real. */
  readonly isReplayed: boolean;
  /** Those of the replay, also for what the run has left behind; `null`: it is none. */
  readonly guards: Guards | null;
  /** The calls of the recording that is replayed then. */
  readonly recorded: readonly Call[];
}

/** The run to which the running code belongs; `null`: it belongs to none. */
export function currentRun(): CurrentRun | null {
  const context = activeContext();
  if (context === undefined) return null;
  const { enclosing, interceptor, ambient } = context;
  const isReplayed = ambient?.isActive === true && ambient.stage !== null;
  const recorded = isReplayed ? ambient.calls : none;
  const guards = ambient?.guards ?? null;
  return { id: interceptor, inside: enclosing?.kind ?? null, step: enclosing?.step ?? null, isReplayed, guards, recorded };
}

const none: readonly Call[] = [];
