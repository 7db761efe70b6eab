import type { CallKind, Json } from '@stepfork/trace';
import type { Divergence } from './divergence.ts';

/** One point where a trace contradicts a claim. */
export interface Finding {
  readonly kind: 'returns' | 'throws' | 'called' | 'only' | 'never' | 'order' | 'same' | 'at-most' | 'request';
  /** One sentence a person can act on. */
  readonly message: string;
  /** What was claimed and what came instead, for a runner's own diff; `undefined`: nothing. */
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** A borrowed answer that the verdict hangs on, and where it flowed. */
export interface Hanging {
  readonly step: number;
  readonly tool: string;
  /** Where the answer shows again: "step 7", "the output". */
  readonly appearsIn: readonly string[];
  /** Its body gave the answer when a fork was made, and was told a borrowed one inside: the kind of this call. */
  readonly inside?: CallKind;
}

export type Inconclusive =
  | { readonly kind: 'inconclusive'; readonly reason: 'diverged'; readonly divergence: Divergence }
  | { readonly kind: 'inconclusive'; readonly reason: 'borrowed'; readonly hanging: readonly Hanging[]; readonly would: 'pass' | 'fail' }
  | {
      readonly kind: 'inconclusive';
      readonly reason: 'opaque';
      /** `null`: the input of the run itself. */
      readonly step: number | null;
      readonly name: string;
      /** Left out: a read. */
      readonly call?: 'model' | 'effect';
      readonly path: string;
      readonly type: string;
      /** What the agent passed or returned there is a secret that was not recorded, and the key of the project is not at hand. */
      readonly isSecret?: true;
    }
  | {
      readonly kind: 'inconclusive';
      readonly reason: 'timed-out';
      readonly timeoutMs: number;
      readonly waitingFor: readonly string[];
      /** It was waiting for nothing but what never came in the recording either, so nothing was waited for. */
      readonly isStuck?: true;
    }
  | {
      readonly kind: 'inconclusive';
      readonly reason: 'over-budget';
      readonly maxCalls: number;
      /** The call that was asked more often than recorded most, and how often it was given its last answer again. */
      readonly reused?: { readonly kind: CallKind; readonly name: string; readonly times: number };
    }
  | { readonly kind: 'inconclusive'; readonly reason: 'not-deterministic'; readonly first: string; readonly second: string };

/** A call that was asked more often than recorded, and was given its one recorded answer again. */
export interface GivenAgain {
  readonly kind: CallKind;
  readonly name: string;
  /** The recorded step whose answer it is. */
  readonly from: number;
  /** The steps of this run that got it again. */
  readonly steps: readonly number[];
}

export type Verdict =
  /** `givenAgain`: what the verdict takes at its word; left out where there is nothing of it. */
  | { readonly kind: 'pass'; readonly givenAgain?: readonly GivenAgain[] }
  | { readonly kind: 'fail'; readonly findings: readonly Finding[]; readonly givenAgain?: readonly GivenAgain[] }
  | Inconclusive;
