import type { Claim, Replay, Verdict } from '@stepfork/replay';
import type { ConductEdit, ShownBySource, SourceVariant } from '@stepfork/score';
import type { AgentRef } from '../agent/agent-ref.ts';
import type { CandidateRules } from './candidate.ts';
import type { WireError } from './error-wire.ts';
import type { Leak } from './leak.ts';
import type { WireFiles } from './trace-wire.ts';

/** From the pool to a worker. Sent as structured clones, so that what a rule holds need not be JSON. */
export type Order =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly traces: WireFiles | string;
      readonly agent: AgentRef;
      readonly claim: Claim | null;
      readonly rules: CandidateRules;
      readonly mutant: { readonly edit: ConductEdit | null } | null;
      readonly source: SourceVariant | null;
      readonly isRemembered: boolean;
      readonly modules: Modules;
      /** Files and agent are those of the run before: nothing is loaded for it, so that nobody need be told when it begins. */
      readonly isLoaded: boolean;
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'ping' };

/** `fresh`: the agent's own modules are loaded anew for each run. `kept`: loaded once for each worker. */
export type Modules = 'fresh' | 'kept';

/** From a worker to the pool. */
export type Report =
  /** It listens. */
  | { readonly type: 'ready' }
  /** The agent's modules are loaded, and the replay begins. Not told of a run for which all is loaded. */
  | { readonly type: 'running'; readonly id: number }
  | { readonly type: 'pong' }
  /** What came of the run. */
  | { readonly type: 'answered'; readonly id: number; readonly answer: WireAnswer }
  /** The worker has looked at what the run has left behind. If it found something, or its heap is half full, it begins no other run. */
  | { readonly type: 'looked'; readonly leaks: readonly Leak[]; readonly hasGrown: boolean };

export type WireAnswer =
  | {
      readonly kind: 'checked';
      readonly verdict: Verdict | null;
      readonly replay: Omit<Replay, 'trace' | 'receipt' | 'recording'>;
      /** What `encodeReplayed` made of trace and receipt. */
      readonly replayed: string;
      readonly recording: number;
      readonly source: ShownBySource | null;
      readonly isSteady: boolean;
      readonly reads: readonly string[];
    }
  | { readonly kind: 'threw'; readonly error: WireError };
