import type { Interceptor, KnownValues } from '@stepfork/interceptor';
import type { Outcome, StepforkError } from '@stepfork/trace';
import type { BorrowedAnswer } from '../borrowed/borrowed-answer.ts';
import { ReplayFault } from '../errors/replay-fault.ts';
import type { ReceiptEntry, RechunkedStream } from '../receipt.ts';
import { isRefusal, keptRefusal } from '../refusals/refusal.ts';
import type { RefusedServer } from '../refusals/refuse-servers.ts';
import type { RefusedSocket } from '../refusals/refuse-sockets.ts';
import { goneOut } from './diverge.ts';
import { note } from './note.ts';
import type { ReplayerOptions } from './replayer-options.ts';
import { respond } from './respond.ts';
import { createRunState, type RunState, type Stop } from './run-state.ts';
import { latch } from './stop-run.ts';

/** Answers the calls of one replayed run, inside its recorder. What changes is asked for by a call, since a getter would keep all of it until a full collection. */
export interface Replayer {
  readonly intercept: Interceptor;
  /** Of what is asked and answered here. */
  readonly known: KnownValues;
  /** The first thing that we could not do. Latched. */
  stop(): Stop | null;
  /** What of ours broke during the run: a wrong set-up, a recorded value that is none. `null`: nothing. */
  fault(): unknown;
  readonly entries: readonly ReceiptEntry[];
  readonly borrowed: readonly BorrowedAnswer[];
  readonly rechunked: readonly RechunkedStream[];
  bodiesRun(): number;
  /** Bodies that ran because no recording answered. */
  demanded(): number;
  /** Names of the calls that have no answer yet. */
  waitingFor(): readonly string[];
  /** Only calls are open whose answer never came in the recording either. */
  waitsForOpenStepsOnly(): boolean;
  /** So a body of this run answered: all processes are told the ids in it. */
  answered(call: number, outcome: Outcome): void;
  /** The agent tried to open a socket. */
  refused(socket: RefusedSocket): void;
  /** The agent starts a process. `true`: it must not. */
  refusesServer(server: RefusedServer): boolean;
  /** The agent ended with an error of ours. */
  escaped(error: StepforkError): void;
  /** The run is over: whatever is still asked is never answered and counts no more. */
  end(): void;
}

export function createReplayer(options: ReplayerOptions): Replayer {
  const { ledger } = options;
  const state = createRunState(options);
  const { entries, borrowed, rechunked, copied, open } = state;
  return {
    intercept: (call, next) => respond(state, call, next),
    known: { inputOf: ({ kind, name, input }) => ledger.recordedInput(kind, name, input), answerOf: (step) => copied[step] },
    stop: () => state.stop,
    fault: () => state.fault,
    entries,
    borrowed,
    rechunked,
    bodiesRun: () => state.bodiesRun,
    demanded: () => state.demanded,
    waitingFor: () => open.names,
    waitsForOpenStepsOnly: () => open.areForGood,
    answered(call, outcome) {
      const ids = ledger.answered(call, outcome);
      if (ids.length > 0) note(state, { kind: 'minted', ids });
    },
    refused: ({ host, stack }) => goneOut(state, { name: host, why: 'socket', stack }),
    refusesServer: (server) => refusesServer(state, server),
    escaped: (error) => escaped(state, error),
    end() {
      state.hasEnded = true;
    },
  };
}

function refusesServer(state: RunState, { command, stack }: RefusedServer): boolean {
  const packages = state.options.unmetServers();
  if (packages !== null) goneOut(state, { name: command, why: 'unmet-server', stack, unmet: { tools: [], packages } });
  return packages !== null;
}

function escaped(state: RunState, error: StepforkError): void {
  if (isRefusal(error)) latch(state, keptRefusal);
  else if (state.stop === null) {
    state.fault ??= new ReplayFault('the agent ended with an error of Stepfork although no call was refused', error);
  }
}
