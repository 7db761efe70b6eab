import { controlledNames } from '@stepfork/interceptor';
import type { Trace } from '@stepfork/trace';
import { recordedDraws } from '../ambient/recorded-draws.ts';
import { holdsOne } from '../ambient/replay-ambient.ts';
import { ReplayFault } from '../errors/replay-fault.ts';
import type { PreparedReplay } from '../prepare-replay.ts';
import type { FinishedReplay } from '../run-replay.ts';
import type { ProcessReport } from './replayed-process.ts';

/**
 * The replay that ran in a process of its own.
 *
 * @throws ReplayFault if something of ours broke there
 */
export function replayOfProcess(prepared: PreparedReplay, trace: Trace, report: ProcessReport): FinishedReplay {
  if (report.fault !== null) throw new ReplayFault('the replay broke while it answered a call', new Error(report.fault));
  const { recording } = prepared;
  const fresh = new Set(report.drawnTexts);
  return {
    replay: {
      trace,
      recording,
      receipt: report.receipt,
      stop: report.stop,
      until: report.until,
      ...(report.thrownAt.length > 0 && { thrownAt: report.thrownAt }),
    },
    borrowed: report.borrowed,
    demanded: report.demanded,
    holdsDraw: (text) => holdsOne(text, recordedDraws(recording).texts) || holdsOne(text, fresh),
  };
}

/** The replay of a process that was ended by force: nobody knows who answered its calls. */
export function replayOfKilledProcess(prepared: PreparedReplay, trace: Trace, timeoutMs: number): FinishedReplay {
  const { recording, place } = prepared;
  return {
    replay: {
      trace,
      recording,
      receipt: {
        recording: { place, run: recording.run.id },
        entries: [],
        unused: [],
        ignored: {},
        mintedIds: 0,
        bodiesRun: 0,
        ambient: { ...controlledNames(), uncontrolled: [], drawn: [] },
      },
      stop: { kind: 'inconclusive', reason: 'timed-out', timeoutMs, waitingFor: [] },
      until: trace.steps.length - 1,
    },
    borrowed: [],
    demanded: 0,
    holdsDraw: () => false,
  };
}
