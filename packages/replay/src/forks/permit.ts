import type { LiveCall } from '@stepfork/interceptor';
import { type CallKind, canonicalJson, encodeValue } from '@stepfork/trace';
import type { NotRun } from '../judging/divergence.ts';
import type { Question } from '../ledger/question.ts';
import { liveNames } from '../policies/live-names.ts';
import type { PreparedReplay } from '../prepare-replay.ts';
import { findPseudonym } from '../secrets/find-pseudonym.ts';
import type { Demand } from './demand.ts';

/** Decides which unseen calls run for real while a fork is made. */
export interface Permit {
  /** Why an unseen call must not run; `null`: it may. */
  refuses(call: LiveCall, since: { readonly isAfterEffect: boolean; readonly isInSeries: boolean }): NotRun | null;
  /** The recorded answer of this question is not enough: it counts as unseen. */
  asksAnew(question: Question): boolean;
}

/** Called before a named call runs for real. */
export type OnLive = (call: { readonly kind: CallKind; readonly name: string }) => void;

/** @throws ConfigurationError for an effect */
export function permitOf({ live, cuts }: Demand, { table }: PreparedReplay, onLive?: OnLive): Permit {
  const isLive = liveNames(live, table);
  return {
    asksAnew: (question) =>
      cuts.some(
        ({ kind, name, input }) =>
          kind === question.kind && name === question.name && canonicalJson(input) === canonicalJson(question.input),
      ),
    refuses({ kind, name, input }, { isAfterEffect, isInSeries }) {
      if (!isLive(kind, name)) return { because: 'not-named' };
      if (isAfterEffect) return { because: 'after-effect' };
      if (isInSeries) return { because: 'in-series' };
      // As it would be sent: what the redactor has not seen yet is the agent's own.
      const path = findPseudonym(encodeValue(input));
      if (path !== null) return { because: 'pseudonym', path };
      onLive?.({ kind, name });
      return null;
    },
  };
}
