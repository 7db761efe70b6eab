import { Stage } from '@stepfork/interceptor';
import { StepforkError } from '@stepfork/trace';
import { forgiveRefusals, later } from './ambient/ambient-defaults.ts';
import { createReplayAmbient } from './ambient/replay-ambient.ts';
import { recogniseErrors } from './answers/recognised-errors.ts';
import type { BorrowedAnswer } from './borrowed/borrowed-answer.ts';
import type { Substitution } from './borrowed/substitution.ts';
import { ReplayFault } from './errors/replay-fault.ts';
import type { Demand } from './forks/demand.ts';
import type { OnLive } from './forks/permit.ts';
import type { WhatIf } from './forks/what-if-answer.ts';
import type { Inconclusive } from './judging/verdict.ts';
import type { PreparedReplay } from './prepare-replay.ts';
import { preparedReplayer } from './prepared-replayer.ts';
import { receiptOf } from './receipt-of.ts';
import { type RecordedRun, recordRun } from './record-run.ts';
import { unmetServers } from './refusals/unmet-servers.ts';
import type { Replay } from './replay-result.ts';
import { replayWithoutInput } from './replay-without-input.ts';
import type { Replayer } from './replayer/replayer.ts';
import type { RunParts } from './run-parts.ts';
import { giveBackEnvironment } from './secrets/given-back-environment.ts';

export interface RunOptions {
  readonly substitution?: Substitution;
  readonly timeoutMs?: number;
  readonly demand?: Demand;
  readonly onLive?: OnLive;
  readonly whatIf?: WhatIf;
}

export interface FinishedReplay {
  readonly replay: Replay;
  readonly borrowed: readonly BorrowedAnswer[];
  /** Bodies that ran because no recording answered. */
  readonly demanded: number;
  /** An id or bytes that were drawn stand in this text. */
  readonly holdsDraw: (text: string) => boolean;
}

/** After a stop the verdict is latched: the agent gets this long to come to its end, and is then given up. */
const graceMs = 1000;

/** While the agent may still be woken by something real that we do not control. */
const worldPollMs = 5;

interface TimedOut {
  readonly timeoutMs: number;
  readonly waitingFor: readonly string[];
  /** It waits for what never came in the recording. */
  readonly isStuck: boolean;
}

/** How one recording is followed: in this process by {@link runReplay}, else where the agent runs. */
export type RunReplay = (prepared: PreparedReplay, options?: RunOptions) => Promise<FinishedReplay>;

/** One replay. Several of one preparation share nothing but the recording. */
export async function runReplay(
  prepared: PreparedReplay,
  { substitution, timeoutMs = prepared.timeoutMs, demand, onLive, whatIf }: RunOptions = {},
): Promise<FinishedReplay> {
  const { signal } = prepared;
  if (prepared.opaqueInput !== null) return notRun(replayWithoutInput(prepared, prepared.opaqueInput));
  signal?.throwIfAborted();

  const giveUp = new AbortController();
  let timedOut: TimedOut | null = null;
  let cancelTimer = later(timeoutMs, () => {
    timedOut = { timeoutMs, waitingFor: replayer.waitingFor(), isStuck: false };
    giveUp.abort();
  });
  // After our own timer, which it must not take for one of the agent.
  let hasSettled = false;
  const stage = new Stage(() => {
    // Who has come to an end waits for nobody; the drain of the recorder ends the rest.
    if (hasSettled || !replayer.waitsForOpenStepsOnly()) return;
    if (stage.waitsForTheWorld) {
      later(worldPollMs, () => stage.wake());
      return;
    }
    // What never ended in the recording will not end now: there is nothing to wait for.
    if (replayer.stop() === null) timedOut ??= { timeoutMs, waitingFor: replayer.waitingFor(), isStuck: true };
    giveUp.abort();
  });
  const ambient = createReplayAmbient(prepared.recording, stage);
  const { ledger, replayer } = preparedReplayer(prepared, {
    stage,
    unmetServers: unmetServers(prepared.recording),
    onStop: () => {
      cancelTimer();
      cancelTimer = later(graceMs, () => giveUp.abort());
    },
    substitution,
    demand,
    onLive,
    whatIf,
    journal: null,
  });
  const release = [recogniseErrors(), forgiveRefusals()];
  // Where bodies may run for real they need the real ones.
  if (demand === undefined) release.push(giveBackEnvironment(prepared.recording, prepared.redaction.redactor));
  const forward = (): void => giveUp.abort();
  signal?.addEventListener('abort', forward);
  try {
    const parts: RunParts = { prepared, ledger, replayer, ambient };
    const onSettled = (): void => {
      hasSettled = true;
    };
    const recorded = await recordRun(parts, { signal: giveUp.signal, onSettled });
    replayer.end();
    signal?.throwIfAborted();
    refuseFault(replayer);
    const replay = finish(parts, recorded, timedOut);
    return { replay, borrowed: replayer.borrowed, demanded: replayer.demanded(), holdsDraw: ambient.holdsDraw };
  } finally {
    replayer.end();
    stage.end();
    cancelTimer();
    for (const undo of release) undo();
    signal?.removeEventListener('abort', forward);
  }
}

/** Our own errors are never the agent's failure: what is no divergence of a run is thrown. */
function refuseFault(replayer: Replayer): void {
  const fault = replayer.fault();
  if (fault === null) return;
  if (StepforkError.isInstance(fault)) throw fault;
  throw new ReplayFault('the replay broke while it answered a call', fault);
}

function finish(parts: RunParts, { trace, thrownAt }: RecordedRun, timedOut: TimedOut | null): Replay {
  const stop = parts.replayer.stop();
  const timeout = timedOut === null ? null : verdictOf(timedOut);
  return {
    trace,
    recording: parts.prepared.recording,
    receipt: receiptOf(parts, trace),
    // A stop takes the timer back, so a timeout that happened came first.
    stop: timeout ?? stop?.verdict ?? null,
    until: timeout === null ? (stop?.until ?? null) : trace.steps.length - 1,
    // Given up before: then no error has ended it.
    ...(trace.outcome.kind === 'threw' && thrownAt.length > 0 && { thrownAt }),
  };
}

function verdictOf({ isStuck, ...timedOut }: TimedOut): Inconclusive {
  return { kind: 'inconclusive', reason: 'timed-out', ...timedOut, ...(isStuck && { isStuck: true }) };
}

function notRun(replay: Replay): FinishedReplay {
  return { replay, borrowed: [], demanded: 0, holdsDraw: () => false };
}
