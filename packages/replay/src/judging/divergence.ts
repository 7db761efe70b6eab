import type { CallKind, Difference, Json } from '@stepfork/trace';

/** The first unseen call of a replay. */
export interface Divergence {
  /** Index of the call in the replayed run. */
  readonly step: number;
  readonly kind: CallKind;
  readonly name: string;
  readonly input: Json;
  /** The call is an effect under the policies of this replay. */
  readonly effect: boolean;
  /** Why no recorded step answers. */
  readonly why:
    | 'never-recorded'
    | 'other-input'
    | 'other-effects-before'
    /** Asked again, where the recorded answers differ. */
    | 'used-up'
    /** Not where the strict cursor stands. */
    | 'out-of-order'
    /** Beyond the end of a stream that the recorded run left. */
    | 'stream-cut'
    /** It was answered whole, and the claim speaks of calls inside its body. */
    | 'hidden-calls'
    | 'socket'
    /** A server is started, since no hook is in place here. */
    | 'unmet-server'
    /** In another process than the one that is replayed. */
    | 'other-process'
    /** Tools are offered whose bodies would run, since no hook is in place here. */
    | 'unmet-tools'
    /** Nothing but its body can answer. */
    | 'only-observed';
  /** The recorded step that is nearest, and what differs in its input; `null` where nothing of that name was recorded. */
  readonly nearest: { readonly step: number; readonly differences: readonly Difference[] } | null;
  /** Where the input holds a secret that, without the project's key, cannot equal a recorded pseudonym (JSON Pointer); else `null`. */
  readonly unknownSecret: string | null;
  /** An effect was started before, and the tool is not a stable read: what the world says now, it does not say after that effect. */
  readonly isAfterEffect?: true;
  /** The recording answered it before, each time otherwise: only who gave those answers knows the next. */
  readonly isInSeries?: true;
  /** It is a tool, and this agent has models, which are likely to be told what it answers. */
  readonly hasModels?: true;
  /**
   * It is no call of the agent, and came after this step (-1: before any). `socket`: it tried to open one, `name` is the host; the stack, innermost first.
   * `unmet-server`: it started a process, `name` is the program; the stack likewise.
   * `other-process`: a process that it started asked something, `name` says what; the script of that process.
   */
  readonly stack?: readonly string[];
  /** Of a model that is offered tools which a hook met in the recorded run, and none meets here; or of a server, then without tools. */
  readonly unmet?: UnmetTools;
  /** While a fork was made: why the call was not run for real. */
  readonly notRun?: NotRun;
}

/** Tools before which a hook stood in the recorded run, and none stands here. */
export interface UnmetTools {
  readonly tools: readonly string[];
  /** What was met in the recorded run, and not in this process. */
  readonly packages: readonly string[];
}

/** Why a call that no recording answers is not run for real while a fork is made. */
export type NotRun =
  | { readonly because: 'not-named' }
  | { readonly because: 'after-effect' }
  /** The recording answered it before, each time otherwise. */
  | { readonly because: 'in-series' }
  /** `path`: where in the input it stands (JSON Pointer). */
  | { readonly because: 'pseudonym'; readonly path: string };
