import { record } from '@stepfork/interceptor';
import { type Step, StepforkError, type Trace } from '@stepfork/trace';
import { reportAnswers } from './answers/report-answers.ts';
import type { ReceiptEntry } from './receipt.ts';
import { refuseServers } from './refusals/refuse-servers.ts';
import { refuseSockets } from './refusals/refuse-sockets.ts';
import { createReplayWriter } from './replay-writer.ts';
import type { Frame } from './report/own-frames.ts';
import { watchThrown } from './report/thrown-at.ts';
import type { RunParts } from './run-parts.ts';

export interface RecordedRun {
  readonly trace: Trace;
  /** Where in the agent's own files the error was thrown that ended it; empty: none did, or nobody knows. */
  readonly thrownAt: readonly Frame[];
}

/** Records what the agent does while the replayer answers it; `onSettled` is called when its promise has settled. */
export async function recordRun(
  { prepared, ledger, replayer, ambient }: RunParts,
  { signal, onSettled }: { readonly signal: AbortSignal; readonly onSettled: () => void },
): Promise<RecordedRun> {
  const { recording, agent, policies, redaction } = prepared;
  const { run } = recording;
  const thrown = watchThrown(replayer.intercept, (step) => mayThrow(replayer.entries[step], recording));
  let thrownAt: readonly Frame[] = [];
  // By its name a stack tells where the agent's own code begins: see own-frames.ts.
  const stepforkCallsAgent = async (input: unknown): Promise<unknown> => {
    try {
      return await agent(input);
    } catch (error) {
      thrownAt = thrown.framesOf(error);
      // Known by the mark that our errors carry, also those of another copy: a `code` can be anybody's.
      if (StepforkError.isInstance(error)) replayer.escaped(error);
      throw error;
    } finally {
      onSettled();
    }
  };
  const release = [
    refuseSockets(ambient.guards, (socket) => replayer.refused(socket)),
    refuseServers(ambient.guards, (server) => replayer.refusesServer(server)),
  ];
  try {
    const trace = await record(stepforkCallsAgent, prepared.input(), {
      writer: reportAnswers(
        createReplayWriter((step) => recordedStepOf(replayer.entries[step], recording)),
        ledger,
      ),
      intercept: thrown.intercept,
      signal,
      ambient,
      known: replayer.known,
      now: () => ambient.stage.nowMs,
      run: { agent: run.agent, git: run.git, policies },
      ...(redaction.redactor === null ? { redaction: false } : { redactor: redaction.redactor }),
    });
    return { trace, thrownAt };
  } finally {
    for (const undo of release) undo();
  }
}

function recordedStepOf(entry: ReceiptEntry | undefined, { steps }: Trace): Step | null {
  return entry !== undefined && 'from' in entry && entry.from !== null ? (steps[entry.from] ?? null) : null;
}

function mayThrow(entry: ReceiptEntry | undefined, recording: Trace): boolean {
  if (entry === undefined || !('from' in entry)) return true;
  const outcome = recordedStepOf(entry, recording)?.outcome;
  return outcome?.kind === 'threw' || (outcome?.kind === 'streamed' && outcome.end.kind === 'threw');
}
