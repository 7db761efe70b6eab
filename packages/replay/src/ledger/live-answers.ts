import type { Json, Outcome, Step } from '@stepfork/trace';
import { createMintedIds, type MintedId, type MintedIds } from '../ids/minted-ids.ts';
import { isHttpRequest } from '../messages/is-http-request.ts';
import type { Question } from './question.ts';

/** What bodies answered in this run, and which recorded ids stand for theirs. */
export interface LiveAnswers extends Pick<MintedIds, 'compare'> {
  /** The body of this call of the run gives the answer. */
  runs(call: number, question: Question): void;
  /** So a body of this run answered; what came of other calls is no matter. Ids in it stand for those of the recorded step of its question. */
  answered(call: number, outcome: Outcome): readonly MintedId[];
  /** The recorded step of this question, whose answer its body gives instead. */
  standsFor(question: Question, step: Step): void;
  /** A model is asked by another process of the run. */
  overhear(request: Json): void;
  /** A body in another process of the run gave an answer with these ids. */
  learn(ids: readonly MintedId[]): void;
  /** Somebody must tell how this call of the run ends. */
  awaits(call: number): boolean;
  /** So many ids of live answers were taken for recorded ones. */
  mintedIds(): number;
}

export function createLiveAnswers(steps: readonly Step[]): LiveAnswers {
  const minted = createMintedIds(steps);
  const recorded = new WeakMap<Question, Step>();
  const running = new Map<number, Question>();
  return {
    compare: minted.compare,
    runs(call, question) {
      if (question.kind === 'model') minted.asks(question.input);
      else if (!isHttpRequest(question.input)) return;
      running.set(call, question);
    },
    answered(call, outcome) {
      const question = running.get(call);
      if (question === undefined) return [];
      running.delete(call);
      const step = recorded.get(question) ?? null;
      return question.kind === 'model' ? minted.answered(outcome, step) : minted.made(question.input, outcome, step);
    },
    standsFor(question, step) {
      recorded.set(question, step);
    },
    overhear: minted.asks,
    learn: minted.learn,
    awaits: (call) => running.has(call),
    mintedIds: minted.count,
  };
}
