import { fileURLToPath } from 'node:url';
import { crashBodies, crashLine, runWatch, runWatchDiverging, runWatchFixed, runWatchWrong, type Watch } from './agents/crash.ts';
import {
  runTriage,
  runTriageDiverging,
  runTriageFixed,
  runTriageFixedWithMemo,
  runTriageWrong,
  type Ticket,
  type Triage,
  triageBodies,
  triageTicket,
} from './agents/triage.ts';

/** One bug, told by agents: what they are given, what would be right, and what the variants do. */
export interface ToyAgents<I, O, Fixed extends string> {
  readonly input: I;
  /** What is right, in the form of a claim. */
  readonly claim: {
    readonly returns: { readonly [Key in keyof O]?: string | number };
    readonly calls: readonly {
      readonly tool: string;
      readonly with: { readonly [argument: string]: string | number };
      readonly times: number;
    }[];
  };
  readonly buggy: (input: I) => Promise<O>;
  /** Correct fixes. */
  readonly fixed: { readonly [Name in Fixed]: (input: I) => Promise<O> };
  readonly wrong: (input: I) => Promise<O>;
  readonly diverging: (input: I) => Promise<O>;
  /** The module that exports the agents under the names of their functions, for agent refs: `${file}#runTriage`. */
  readonly file: string;
  /** Names of the bodies that really ran; a test empties it with `bodies.length = 0`. */
  readonly bodies: string[];
}

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const fileOf = (name: string): string => fileURLToPath(new URL(`./agents/${name}.${ending}`, import.meta.url));

/** A wrong argument to a later effect; and a crash before an effect that was never reached. */
export const toyAgents: {
  readonly triage: ToyAgents<Ticket, Triage, 'plain' | 'withMemo'>;
  readonly crash: ToyAgents<{ readonly line: string }, Watch, 'plain'>;
} = {
  triage: {
    input: triageTicket,
    claim: {
      returns: { refunded_cents: 4999 },
      calls: [{ tool: 'issue_refund', with: { customer_id: 'cus_204', amount_cents: 4999 }, times: 1 }],
    },
    buggy: runTriage,
    fixed: { plain: runTriageFixed, withMemo: runTriageFixedWithMemo },
    wrong: runTriageWrong,
    diverging: runTriageDiverging,
    file: fileOf('triage'),
    bodies: triageBodies,
  },
  crash: {
    input: crashLine,
    claim: { returns: { severity: 'critical' }, calls: [{ tool: 'escalate', with: { service: 'billing' }, times: 1 }] },
    buggy: runWatch,
    fixed: { plain: runWatchFixed },
    wrong: runWatchWrong,
    diverging: runWatchDiverging,
    file: fileOf('crash'),
    bodies: crashBodies,
  },
};
