import type { LiveCall, Stage } from '@stepfork/interceptor';
import type { Substitute } from '../borrowed/borrowed-answer.ts';
import type { Permit } from '../forks/permit.ts';
import type { WhatIf } from '../forks/what-if-answer.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';
import type { PolicyTable } from '../policies/policy-table.ts';
import type { SinkAnswers } from '../policies/sink.ts';
import type { Journal } from '../processes/journal.ts';
import type { UnmetIn } from '../refusals/unmet-tools.ts';
import type { Match } from '../test-case.ts';

/** What decides how the calls of one replayed run are answered. */
export interface ReplayerOptions {
  readonly table: PolicyTable;
  readonly ledger: Ledger;
  readonly stage: Stage;
  /** `call`: the call itself; `null`: another process makes it. */
  readonly answersOf: (name: string, call: LiveCall | null) => SinkAnswers;
  readonly maxCalls: number;
  readonly unknownSecretIn: (question: Question) => string | null;
  /** Tools that a model is offered in this request whose bodies would run: see `unmetTools`. */
  readonly unmetIn: UnmetIn;
  /** Packages whose clients would start a server for real: see `unmetServers`. */
  readonly unmetServers: () => readonly string[] | null;
  /** Tools that declare themselves stable reads; grows like `table.declared`. */
  readonly stable: Set<string>;
  /** A model is known that could be asked. */
  readonly hasModels: boolean;
  /** A tool has turned out to be an effect or a stable read in the middle of the run: the recording must be keyed anew. */
  readonly onNewTrait: () => void;
  readonly onStop: () => void;
  readonly substitute: Substitute | null;
  readonly match: Match;
  /** A seed: recorded streams are cut at other places. */
  readonly rechunk: string | null;
  /** What may be run for real where no recording answers; `null`: nothing, the replay is offline. */
  readonly permit: Permit | null;
  /** Another answer in the place of a recorded one. */
  readonly whatIf: WhatIf | null;
  /** What all processes of the run do; `null`: there is one. */
  readonly journal: Journal | null;
}
