import { type LiveCall, record } from '@stepfork/interceptor';
import { type Step, StepforkError, type Trace } from '@stepfork/trace';
import { forgiveRefusals, later } from './ambient-defaults.ts';
import { ReplayFault } from './errors/replay-fault.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { SinkAnswers } from './policies/sink.ts';
import type { PreparedReplay } from './prepare-replay.ts';
import type { Receipt } from './receipt.ts';
import { recogniseErrors } from './recognised-errors.ts';
import type { Replay } from './replay-result.ts';
import { createReplayWriter } from './replay-writer.ts';
import { type BorrowedAnswer, createReplayer, type Replayer, type Substitute } from './replayer.ts';
import { schemaExample } from './schema-example.ts';
import type { Inconclusive } from './verdict.ts';

export interface RunOptions {
  readonly substitute?: Substitute;
  readonly timeoutMs?: number;
}

export interface FinishedReplay {
  readonly replay: Replay;
  readonly borrowed: readonly BorrowedAnswer[];
}

/** After a stop the verdict is latched: the agent gets this long to come to its end, and is then given up. */
const graceMs = 1000;

/** One replay. Several of one preparation share nothing but the recording. */
export async function runReplay(
  prepared: PreparedReplay,
  { substitute, timeoutMs = prepared.timeoutMs }: RunOptions = {},
): Promise<FinishedReplay> {
  const { table, signal } = prepared;
  if (prepared.opaqueInput !== null) return withoutInput(prepared, prepared.opaqueInput);
  signal?.throwIfAborted();

  const giveUp = new AbortController();
  const ledger = createLedger(prepared.index(), prepared.order, table.isEffect);
  const replayer = createReplayer({
    table,
    ledger,
    answersOf: (name, call) => answersOf(prepared, name, call),
    maxCalls: prepared.maxCalls,
    unknownSecretIn: ({ input }) => prepared.redaction.unknownSecretIn(input),
    stable: prepared.stable,
    onNewTrait: () => {
      prepared.forgetIndex();
      ledger.rekey(prepared.index());
    },
    onStop: () => {
      cancelTimer();
      cancelTimer = later(graceMs, () => giveUp.abort());
    },
    substitute: substitute ?? null,
  });
  let timedOut: readonly string[] | null = null;
  let cancelTimer = later(timeoutMs, () => {
    timedOut = replayer.waitingFor();
    giveUp.abort();
  });
  const release = [recogniseErrors(), forgiveRefusals()];
  const forward = (): void => giveUp.abort();
  signal?.addEventListener('abort', forward);
  try {
    const trace = await recordRun(prepared, replayer, giveUp);
    replayer.end();
    signal?.throwIfAborted();
    refuseFault(replayer);
    return { replay: finish(prepared, ledger, replayer, trace, timedOut, timeoutMs), borrowed: replayer.borrowed };
  } finally {
    replayer.end();
    cancelTimer();
    for (const undo of release) undo();
    signal?.removeEventListener('abort', forward);
  }
}

function recordRun(prepared: PreparedReplay, replayer: Replayer, giveUp: AbortController): Promise<Trace> {
  const { recording, agent, policies, redaction } = prepared;
  const { run } = recording;
  const settling = async (input: unknown): Promise<unknown> => {
    try {
      return await agent(input);
    } catch (error) {
      // Known by the mark that our errors carry, also those of another copy: a `code` can be anybody's.
      if (StepforkError.isInstance(error)) replayer.escaped(error);
      throw error;
    } finally {
      // What never ended in the recording will not end now: there is nothing to wait for.
      if (replayer.waitsForOpenStepsOnly()) later(0, () => replayer.waitsForOpenStepsOnly() && giveUp.abort());
    }
  };
  const recordedStepOf = (step: number): Step | null => {
    const entry = replayer.entries[step];
    return entry !== undefined && 'from' in entry && entry.from !== null ? (prepared.recording.steps[entry.from] ?? null) : null;
  };
  return record(settling, prepared.input(), {
    writer: createReplayWriter(recordedStepOf),
    intercept: replayer.intercept,
    signal: giveUp.signal,
    run: { agent: run.agent, git: run.git, policies },
    ...(redaction.redactor === null ? { redaction: false } : { redactor: redaction.redactor }),
  });
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
  trace: Trace,
  timedOut: readonly string[] | null,
  timeoutMs: number,
): Replay {
  const { stop } = replayer;
  const timeout: Inconclusive | null = timedOut && { kind: 'inconclusive', reason: 'timed-out', timeoutMs, waitingFor: timedOut };
  return {
    trace,
    recording: prepared.recording,
    receipt: receiptOf(prepared, ledger, replayer, trace),
    // A stop takes the timer back, so a timeout that happened came first.
    stop: timeout ?? stop?.verdict ?? null,
    until: timeout === null ? (stop?.until ?? null) : trace.steps.length - 1,
  };
}

function receiptOf({ ignore, recording }: PreparedReplay, ledger: Ledger, replayer: Replayer, trace: Trace): Receipt {
  const ignored: Record<string, number> = {};
  for (const { call } of ignore.isEmpty ? [] : trace.steps) {
    for (const rule of ignore.usedBy(call.kind, call.name, call.input)) ignored[rule] = (ignored[rule] ?? 0) + 1;
  }
  return {
    entries: replayer.entries.slice(0, trace.steps.length),
    unused: recording.steps.filter((step) => !ledger.isUsed(step)).map(({ index }) => index),
    ignored,
    bodiesRun: replayer.bodiesRun,
  };
}

/** The agent cannot be run on what could not be recorded. */
function withoutInput({ recording }: PreparedReplay, { path, type }: { readonly path: string; readonly type: string }): FinishedReplay {
  const trace: Trace = { run: recording.run, steps: [], outcome: { kind: 'interrupted' }, endedAtMs: null };
  return {
    replay: {
      trace,
      recording,
      receipt: { entries: [], unused: recording.steps.map(({ index }) => index), ignored: {}, bodiesRun: 0 },
      stop: { kind: 'inconclusive', reason: 'opaque', step: null, name: 'the agent', path, type },
      until: -1,
    },
    borrowed: [],
  };
}
