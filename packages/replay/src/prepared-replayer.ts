import { type LiveCall, registered } from '@stepfork/interceptor';
import { schemaExample } from './answers/schema-example.ts';
import { type Substitution, substituteOf } from './borrowed/substitution.ts';
import type { Demand } from './forks/demand.ts';
import { type OnLive, permitOf } from './forks/permit.ts';
import type { WhatIf } from './forks/what-if-answer.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import type { SinkAnswers } from './policies/sink.ts';
import type { PreparedReplay } from './prepare-replay.ts';
import { unmetTools } from './refusals/unmet-tools.ts';
import { createReplayer, type Replayer } from './replayer/replayer.ts';
import type { ReplayerOptions } from './replayer/replayer-options.ts';

/** What differs between one run and the next of the same preparation. */
interface OfThisRun extends Pick<ReplayerOptions, 'stage' | 'unmetServers' | 'onStop' | 'journal'> {
  readonly substitution: Substitution | undefined;
  readonly demand: Demand | undefined;
  readonly onLive?: OnLive | undefined;
  readonly whatIf: WhatIf | undefined;
}

/** A replayer with the ledger that it marks, for one run. */
export function preparedReplayer(
  prepared: PreparedReplay,
  { substitution, demand, onLive, whatIf, ...own }: OfThisRun,
): { readonly ledger: Ledger; readonly replayer: Replayer } {
  const ledger = createLedger(prepared.index(), prepared.order, prepared.table.isEffect, prepared.otherIndexes);
  const replayer = createReplayer({
    ...own,
    table: prepared.table,
    ledger,
    answersOf: (name, call) => answersOf(prepared, name, call),
    maxCalls: prepared.maxCalls,
    unknownSecretIn: ({ input }) => prepared.redaction.unknownSecretIn(input),
    unmetIn: unmetTools(prepared),
    stable: prepared.stable,
    hasModels: prepared.known.models.size > 0,
    onNewTrait: () => {
      prepared.forgetIndexes();
      ledger.rekey(prepared.index());
    },
    substitute: substitution === undefined ? null : substituteOf(substitution),
    match: prepared.match,
    rechunk: prepared.rechunk,
    permit: demand === undefined ? null : permitOf(demand, prepared, onLive),
    whatIf: whatIf ?? null,
  });
  return { ledger, replayer };
}

function answersOf({ answers }: PreparedReplay, name: string, call: LiveCall | null): SinkAnswers {
  return {
    declared: answers.get(name) ?? [],
    example: () => {
      const output = call?.output ?? registered().find((one) => one.kind === 'tool' && one.name === name)?.output;
      return call?.example ?? schemaExample(output?.schema);
    },
  };
}
