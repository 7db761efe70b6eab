import { Stage, startProcessRun } from '@stepfork/interceptor';
import { type Json, type RunOutcome, StepforkError, type TraceWriter } from '@stepfork/trace';
import { forgiveRefusals, later } from '../ambient/ambient-defaults.ts';
import { recordedScript } from '../ambient/recorded-script.ts';
import { createReplayAmbient } from '../ambient/replay-ambient.ts';
import { siteIn, sitesOf } from '../ambient/site-in.ts';
import { recogniseErrors } from '../answers/recognised-errors.ts';
import { reportAnswers } from '../answers/report-answers.ts';
import type { BorrowedAnswer } from '../borrowed/borrowed-answer.ts';
import type { Substitution } from '../borrowed/substitution.ts';
import type { Demand } from '../forks/demand.ts';
import type { WhatIf } from '../forks/what-if-answer.ts';
import type { Inconclusive } from '../judging/verdict.ts';
import type { PreparedReplay } from '../prepare-replay.ts';
import { preparedReplayer } from '../prepared-replayer.ts';
import type { Receipt } from '../receipt.ts';
import { receiptOf } from '../receipt-of.ts';
import { refuseSocketsOfProcess } from '../refusals/refuse-sockets.ts';
import { type Frame, ownFrames } from '../report/own-frames.ts';
import { giveBackEnvironment } from '../secrets/given-back-environment.ts';
import type { Journal } from './journal.ts';

/** What a process that was replayed leaves to the one that judges it, beside its trace. */
export interface ProcessReport {
  readonly receipt: Receipt;
  readonly stop: Inconclusive | null;
  readonly until: number | null;
  readonly borrowed: readonly BorrowedAnswer[];
  /** Bodies that ran because no recording answered. */
  readonly demanded: number;
  /** Ids and bytes that were drawn afresh. */
  readonly drawnTexts: readonly string[];
  readonly thrownAt: readonly Frame[];
  /** What of ours broke; `null`: nothing. */
  readonly fault: string | null;
}

export interface ReplayedProcess {
  encode(value: unknown): Json;
  /** Takes the end down in this very tick. `thrown`: the error that ended the process. */
  end(outcome: RunOutcome, thrown: { readonly error: unknown } | null): ProcessReport;
  /** What `onIdle` does may be possible now. */
  wake(): void;
}

export interface ReplayedProcessOptions {
  /** Takes the events of what this process does. */
  readonly writer: TraceWriter;
  /** Path of its script; `null`: it has none. */
  readonly script: string | null;
  /** What its places in the code are called by, beside their names: which process of the program it is; `null`: the first one. */
  readonly process: string | null;
  /** When it starts, in the time of the run. */
  readonly startedAtMs: number;
  readonly journal: Journal;
  readonly substitution?: Substitution | undefined;
  /** A fork is made. */
  readonly demand?: Demand | undefined;
  readonly whatIf?: WhatIf | undefined;
  /** The first thing has happened that we could not do. */
  readonly onStop: () => void;
  /**
   * The process waits for nothing that we know of; `isAlone`: nor for anything else. `again`: something has been done about it; `later`: that is still to come.
   */
  readonly onIdle: (isAlone: boolean) => 'again' | 'later' | 'never';
  /** Sockets that belong to the tools by which the program was started. */
  readonly isFree: (host: string) => boolean;
}

/** While it may still be woken by something real. */
const worldPollMs = 5;

/** Makes this process a replay, from now on: what it asks is answered from the recording, its clock and chance are the recorded ones. */
export function startReplayedProcess(
  prepared: PreparedReplay,
  input: unknown,
  { writer, script, process, startedAtMs, journal, substitution, demand, whatIf, onStop, onIdle, isFree }: ReplayedProcessOptions,
): ReplayedProcess {
  const { recording, policies } = prepared;
  const { redactor } = prepared.redaction;
  // A process that waits for nothing comes to its end by itself.
  const stage: Stage = new Stage(
    () => {
      const then = onIdle(!stage.waitsForMoreThanStreams);
      if (then === 'again') stage.wake();
      if (then === 'later') later(worldPollMs, () => stage.wake());
    },
    { endsByItself: true },
  );
  stage.pass(startedAtMs);
  const ownSites = sitesOf(
    process,
    recording.draws.map(({ site }) => site),
  );
  const recordedSite = recordedScript(recording, script, ownSites);
  const ambient = createReplayAmbient(recording, stage, process === null ? recordedSite : (site) => siteIn(process, recordedSite(site)));
  const { ledger, replayer } = preparedReplayer(prepared, {
    stage,
    // Another process of the program may be the one that was connected to a server, and it is no server itself.
    unmetServers: () => null,
    onStop,
    substitution,
    demand,
    whatIf,
    journal,
  });
  recogniseErrors();
  forgiveRefusals();
  // Where bodies may run for real they need the real ones.
  if (demand === undefined) giveBackEnvironment(recording, redactor);
  refuseSocketsOfProcess(
    (socket) => replayer.refused(socket),
    (host) => !isFree(host),
  );
  const run = startProcessRun(input, {
    writer: reportAnswers(writer, { awaits: (call) => ledger.awaits(call), answered: (call, outcome) => replayer.answered(call, outcome) }),
    intercept: replayer.intercept,
    known: replayer.known,
    ambient,
    now: () => stage.nowMs,
    run: { policies },
    ...(redactor === null ? { redaction: false } : { makeRedactor: () => redactor }),
  });
  return {
    encode: (value) => run.encode(value),
    end(outcome, thrown) {
      if (thrown !== null && StepforkError.isInstance(thrown.error)) replayer.escaped(thrown.error);
      const isStuck = replayer.stop() === null && outcome.kind !== 'threw' && (replayer.waitsForOpenStepsOnly() || stage.hasRunAway);
      const stuck: Inconclusive = {
        kind: 'inconclusive',
        reason: 'timed-out',
        timeoutMs: prepared.timeoutMs,
        waitingFor: replayer.waitingFor(),
        ...(!stage.hasRunAway && { isStuck: true }),
      };
      run.end(isStuck ? { kind: 'interrupted' } : outcome);
      replayer.end();
      stage.end();
      const trace = writer.trace();
      const fault = replayer.fault() ?? run.fault?.cause ?? null;
      return {
        receipt: receiptOf({ prepared, ledger, replayer, ambient }, trace),
        stop: isStuck ? stuck : (replayer.stop()?.verdict ?? null),
        until: isStuck ? trace.steps.length - 1 : (replayer.stop()?.until ?? null),
        borrowed: replayer.borrowed,
        demanded: replayer.demanded(),
        drawnTexts: [...ambient.texts],
        thrownAt: thrown === null ? [] : ownFrames(thrown.error),
        fault: fault === null ? null : String(fault),
      };
    },
    wake: () => stage.wake(),
  };
}
