import type { Ruling } from '../answers/ruling.ts';
import { credited } from '../borrowed/credited.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BareQuestion, Question } from '../ledger/question.ts';
import { frozen } from '../policies/frozen.ts';
import { live } from '../policies/live.ts';
import { positioned } from '../policies/positioned.ts';
import { type SinkAnswers, sink } from '../policies/sink.ts';
import type { AskedCall } from '../processes/journal.ts';
import type { AnsweredBy } from '../receipt.ts';
import { recordedStep } from './recorded-step.ts';
import type { ReplayerOptions } from './replayer-options.ts';

/** A question, and who answers it. */
export interface Ruled {
  readonly question: Question;
  readonly ruling: Ruling;
}

/** What a ruling hangs on beside the ledger. */
export interface Circumstances {
  readonly answers: () => SinkAnswers;
  /** Notes that it is asked. `true`: the agent seems to wait for another answer. */
  readonly polls: (question: Question) => boolean;
}

/** Takes the call down in the ledger, and asks the policy of its tool or model. */
export function rule(
  { table, stable: stableTools, ledger, match, onNewTrait }: ReplayerOptions,
  { kind, name, effect, stable }: Omit<AskedCall, 'asks'>,
  asked: BareQuestion,
  { answers, polls }: Circumstances,
): Ruled {
  const known = table.declared.size + stableTools.size;
  const policy = table.policyOf(kind, name, effect);
  if (stable) stableTools.add(name);
  if (table.declared.size + stableTools.size > known) onNewTrait();
  const question = ledger.ask(asked);
  const agentPolls = polls(question);
  switch (policy) {
    case 'frozen':
      if (kind === 'model' && match === 'position') return { question, ruling: positioned(question, ledger) };
      return { question, ruling: frozen(question, ledger, agentPolls) };
    case 'live':
      return { question, ruling: live(question, ledger) };
    case 'sink':
      return { question, ruling: sink(question, ledger, answers()) };
  }
}

/** Who gives an answer in truth: see `credited`. */
export function creditOf(by: AnsweredBy, ledger: Ledger): AnsweredBy {
  return credited(by, recordedStep(by, ledger), ledger.index());
}
