import { controlledNames, type LiveCall, record, Stage } from '@stepfork/interceptor';
import { type Run, type Step, StepforkError, type Trace } from '@stepfork/trace';
import { forgiveRefusals, later } from './ambient-defaults.ts';
import { ReplayFault } from './errors/replay-fault.ts';
import { giveBackEnvironment } from './given-back-environment.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Frame } from './own-frames.ts';
import type { SinkAnswers } from './policies/sink.ts';
import type { PreparedReplay } from './prepare-replay.ts';
import type { Receipt, ReceiptEntry } from './receipt.ts';
import { recogniseErrors } from './recognised-errors.ts';
import { createReplayAmbient, type ReplayAmbient } from './replay-ambient.ts';
import type { Replay } from './replay-result.ts';
import { createReplayWriter } from './replay-writer.ts';
import { type BorrowedAnswer, createReplayer, type Demand, type Replayer, type Substitute, type WhatIf } from './replayer.ts';
import { reportAnswers } from './report-answers.ts';
import { schemaExample } from './schema-example.ts';
import { watchThrown } from './thrown-at.ts';
import type { Inconclusive } from './verdict.ts';

export interface RunOptions {
  readonly substitute?: Substitute;
  readonly timeoutMs?: number;
  readonly demand?: Demand;
  readonly whatIf?: WhatIf;
  /** Fields of the head of the replayed run. */
  readonly head?: Partial<Run>;
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
  readonly waitingFor: readonly string[];
  /** It waits for what never came in the recording. */
  readonly isStuck: boolean;
}

/** One replay. Several of one preparation share nothing but the recording. */
export async function runReplay(
  prepared: PreparedReplay,
  { substitute, timeoutMs = prepared.timeoutMs, demand, whatIf, head }: RunOptions = {},
): Promise<FinishedReplay> {
  const { table, signal } = prepared;
  if (prepared.opaqueInput !== null) return withoutInput(prepared, prepared.opaqueInput);
  signal?.throwIfAborted();

  const giveUp = new AbortController();
  const ledger = createLedger(prepared.index(), prepared.order, table.isEffect);
  let timedOut: TimedOut | null = null;
  let cancelTimer = later(timeoutMs, () => {
    timedOut = { waitingFor: replayer.waitingFor(), isStuck: false };
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
    if (replayer.stop === null) timedOut ??= { waitingFor: replayer.waitingFor(), isStuck: true };
    giveUp.abort();
  });
  const ambient = createReplayAmbient(prepared.recording, stage);
  const replayer = createReplayer({
    table,
    ledger,
    stage,
    answersOf: (name, call) => answersOf(prepared, name, call),
    maxCalls: prepared.maxCalls,
    unknownSecretIn: ({ input }) => prepared.redaction.unknownSecretIn(input),
    stable: prepared.stable,
    hasModels: prepared.known.models.size > 0,
    onNewTrait: () => {
      prepared.forgetIndex();
      ledger.rekey(prepared.index());
    },
    onStop: () => {
      cancelTimer();
      cancelTimer = later(graceMs, () => giveUp.abort());
    },
    substitute: substitute ?? null,
    rechunk: prepared.rechunk,
    demand: demand ?? null,
    whatIf: whatIf ?? null,
  });
  const release = [recogniseErrors(), forgiveRefusals()];
  // Where bodies may run for real they need the real ones.
  if (demand === undefined) release.push(giveBackEnvironment(prepared.recording, prepared.redaction.redactor));
  const forward = (): void => giveUp.abort();
  signal?.addEventListener('abort', forward);
  try {
    let thrownAt: readonly Frame[] = [];
    const trace = await recordRun(prepared, replayer, ledger, ambient, giveUp.signal, head ?? {}, (frames) => {
      hasSettled = true;
      thrownAt = frames;
    });
    replayer.end();
    signal?.throwIfAborted();
    refuseFault(replayer);
    const replay = finish(prepared, ledger, replayer, ambient, trace, thrownAt, timedOut, timeoutMs);
    return { replay, borrowed: replayer.borrowed, demanded: replayer.demanded, holdsDraw: ambient.holdsDraw };
  } finally {
    replayer.end();
    stage.end();
    cancelTimer();
    for (const undo of release) undo();
    signal?.removeEventListener('abort', forward);
  }
}

function recordRun(
  prepared: PreparedReplay,
  replayer: Replayer,
  ledger: Ledger,
  ambient: ReplayAmbient,
  signal: AbortSignal,
  head: Partial<Run>,
  settled: (thrown: readonly Frame[]) => void,
): Promise<Trace> {
  const { recording, agent, policies, redaction } = prepared;
  const { run } = recording;
  const thrown = watchThrown(replayer.intercept, (step) => mayThrow(replayer.entries[step], recording));
  // By its name a stack tells where the agent's own code begins: see own-frames.ts.
  const stepforkCallsAgent = async (input: unknown): Promise<unknown> => {
    let thrownAt: readonly Frame[] = [];
    try {
      return await agent(input);
    } catch (error) {
      thrownAt = thrown.framesOf(error);
      // Known by the mark that our errors carry, also those of another copy: a `code` can be anybody's.
      if (StepforkError.isInstance(error)) replayer.escaped(error);
      throw error;
    } finally {
      settled(thrownAt);
    }
  };
  const recordedStepOf = (step: number): Step | null => {
    const entry = replayer.entries[step];
    return entry !== undefined && 'from' in entry && entry.from !== null ? (prepared.recording.steps[entry.from] ?? null) : null;
  };
  return record(stepforkCallsAgent, prepared.input(), {
    writer: reportAnswers(createReplayWriter(recordedStepOf), ledger),
    intercept: thrown.intercept,
    signal,
    ambient,
    now: () => ambient.stage.nowMs,
    run: { agent: run.agent, git: run.git, policies, ...head },
    ...(redaction.redactor === null ? { redaction: false } : { redactor: redaction.redactor }),
  });
}

function mayThrow(entry: ReceiptEntry | undefined, { steps }: Trace): boolean {
  if (entry === undefined || !('from' in entry)) return true;
  return entry.from !== null && steps[entry.from]?.outcome.kind !== 'returned';
}

function answersOf({ answers, registered }: PreparedReplay, name: string, { example }: LiveCall): SinkAnswers {
  return { declared: answers.get(name) ?? [], example: example ?? schemaExample(registered.get(`tool ${name}`)?.output?.schema) };
}

/** Our own errors are never the agent's failure: what is no divergence of a run is thrown. */
function refuseFault({ fault }: Replayer): void {
  if (fault === null) return;
  if (StepforkError.isInstance(fault)) throw fault;
  throw new ReplayFault('the replay broke while it answered a call', fault);
}

function finish(
  prepared: PreparedReplay,
  ledger: Ledger,
  replayer: Replayer,
  ambient: ReplayAmbient,
  trace: Trace,
  thrownAt: readonly Frame[],
  timedOut: TimedOut | null,
  timeoutMs: number,
): Replay {
  const { stop } = replayer;
  const timeout: Inconclusive | null = timedOut && {
    kind: 'inconclusive',
    reason: 'timed-out',
    timeoutMs,
    waitingFor: timedOut.waitingFor,
    ...(timedOut.isStuck && { isStuck: true }),
  };
  return {
    trace,
    recording: prepared.recording,
    receipt: receiptOf(prepared, ledger, replayer, ambient, trace),
    // A stop takes the timer back, so a timeout that happened came first.
    stop: timeout ?? stop?.verdict ?? null,
    until: timeout === null ? (stop?.until ?? null) : trace.steps.length - 1,
    // Given up before: then no error has ended it.
    ...(trace.outcome.kind === 'threw' && thrownAt.length > 0 && { thrownAt }),
  };
}

function receiptOf(
  { ignore, recording, place, rechunk }: PreparedReplay,
  ledger: Ledger,
  replayer: Replayer,
  { drawn, unseen }: ReplayAmbient,
  trace: Trace,
): Receipt {
  const ignored: Record<string, number> = {};
  for (const { call } of ignore.isEmpty ? [] : trace.steps) {
    for (const rule of ignore.usedBy(call.kind, call.name, call.input)) ignored[rule] = (ignored[rule] ?? 0) + 1;
  }
  return {
    recording: { place, run: recording.run.id },
    entries: replayer.entries.slice(0, trace.steps.length),
    unused: recording.steps.filter((step) => !ledger.isUsed(step)).map(({ index }) => index),
    ignored,
    mintedIds: ledger.mintedIds,
    bodiesRun: replayer.bodiesRun,
    ambient: { ...controlledNames(), uncontrolled: unseen, drawn },
    ...(rechunk !== null && { rechunked: replayer.rechunked }),
  };
}

/** The agent cannot be run on what could not be recorded. */
function withoutInput(
  { recording, place }: PreparedReplay,
  { path, type }: { readonly path: string; readonly type: string },
): FinishedReplay {
  const trace: Trace = { run: recording.run, steps: [], draws: [], outcome: { kind: 'interrupted' }, endedAtMs: null };
  return {
    replay: {
      trace,
      recording,
      receipt: {
        recording: { place, run: recording.run.id },
        entries: [],
        unused: recording.steps.map(({ index }) => index),
        ignored: {},
        mintedIds: 0,
        bodiesRun: 0,
        ambient: { ...controlledNames(), uncontrolled: [], drawn: [] },
      },
      stop: { kind: 'inconclusive', reason: 'opaque', step: null, name: 'the agent', path, type },
      until: -1,
    },
    borrowed: [],
    demanded: 0,
    holdsDraw: () => false,
  };
}
