import { type CallKind, isSnapshotOf, type Json, type Step } from '@stepfork/trace';
import { isHttpRequest } from '../messages/is-http-request.ts';
import { createEffectSet } from './effect-set.ts';
import { createLiveAnswers, type LiveAnswers } from './live-answers.ts';
import type { BareQuestion, Question } from './question.ts';
import type { RecordingIndex } from './recording-index.ts';
import { createUsedSteps, type UsedSteps } from './used-steps.ts';

/** The recorded steps of one recording, and what of them was asked for: the only mutable state of a replay. */
export interface Ledger extends Omit<LiveAnswers, 'compare' | 'standsFor'>, Pick<UsedSteps, 'isUsed'> {
  index(): RecordingIndex;
  readonly order: Order;
  /** The input of the next step of this name that nobody asked for, if this live one is the same to the letter; `undefined`: it is not. */
  recordedInput(kind: CallKind, name: string, input: unknown): Json | undefined;
  /** What is asked, whatever was asked before. */
  look(kind: CallKind, name: string, input: Json): BareQuestion;
  /** Takes down that a call starts; an effect counts for every read that is asked after it. */
  ask(question: BareQuestion): Question;
  /** The first recorded step of this question, but for the effects before it. */
  like(question: BareQuestion): Step | null;
  /** The next recorded step of this very question, if one is left. */
  next(question: Question): Step | null;
  /** The last recorded step of this question, if it may answer again although it was asked for before. */
  again(question: Question): Step | null;
  /** The next step of the same name that nobody asked for, whatever its input. */
  spare(question: Question): Step | null;
  /** The next step of the same name, outside of bodies that did not run, that nobody asked for; whatever its input. */
  atPosition(question: Question): Step | null;
  /** The step answers: it and what was recorded inside its body are used up. */
  use(step: Step): void;
  /** The call was answered elsewhere: by its body, or by a declared answer. */
  pass(question: Question): void;
  /** Recorded outcomes of this question differ, here or in another recording of the agent, so that asking once more has no answer. */
  differs(question: Question): boolean;
  /** An effect was started, be it in the body of a call that was answered whole. */
  hasEffects(): boolean;
  /** Keys anew, after a tool has turned out to be an effect or a stable read. */
  rekey(index: RecordingIndex): void;
}

export type Order = 'keyed' | 'recorded';

const noIds: ReadonlyMap<string, string> = new Map();

/** @param others recordings of the same agent, which answer nothing here but know whether an answer is always the same. */
export function createLedger(
  recording: RecordingIndex,
  order: Order,
  isEffect: (kind: CallKind, name: string) => boolean,
  others: () => readonly RecordingIndex[],
): Ledger {
  let index = recording;
  let effects = createEffectSet(index.effectIds);
  const effectKeys: string[] = [];
  const used = createUsedSteps(() => index);
  const { compare, standsFor, ...live } = createLiveAnswers(index.steps);
  /** Whose input was asked last. */
  let likeAsked: Step | null = null;

  const ledger: Ledger = {
    ...live,
    isUsed: used.isUsed,
    order,
    hasEffects: () => effectKeys.length > 0,
    index: () => index,
    recordedInput(kind, name, input) {
      const step = used.firstUnused(index.stepsOf(kind, name));
      if (step === null || !isSnapshotOf(step.call.input, input)) return undefined;
      likeAsked = step;
      return step.call.input;
    },
    look(kind, name, input) {
      const hasIds = kind === 'model' || isHttpRequest(input);
      const compared = hasIds ? compare(input, kind === 'model') : { request: input, written: noIds };
      return { kind, name, input, compared, baseKey: baseKeyOf(kind, name, compared.request) };
    },
    ask(question) {
      const { kind, name, baseKey } = question;
      const key = index.keyWith(kind, name, baseKey, effects.digest());
      if (isEffect(kind, name)) addEffect(baseKey);
      return { key, ...question };
    },
    like: ({ baseKey }) => index.firstOf(baseKey),
    next(question) {
      if (order === 'recorded') return atCursor((step) => index.keys[step.index] === question.key);
      return used.firstUnused(index.byKey.get(question.key) ?? []);
    },
    again(question) {
      return order === 'recorded' ? null : (index.byKey.get(question.key)?.at(-1) ?? null);
    },
    spare(question) {
      const sameName = ({ call }: Step): boolean => call.kind === question.kind && call.name === question.name;
      if (order === 'recorded') return atCursor(sameName);
      return used.firstUnused(index.stepsOf(question.kind, question.name));
    },
    atPosition({ kind, name }) {
      const steps = index.stepsOf(kind, name);
      return steps.find((step) => !used.isUsed(step) && !index.isHidden(step.index)) ?? null;
    },
    use(step) {
      const { call } = step;
      for (const effect of isEffect(call.kind, call.name) ? [] : index.effectsBelow(step.index)) addEffect(effect);
      used.markWhole(step);
    },
    pass(question) {
      const asked = ledger.next(question);
      if (asked !== null) standsFor(question, asked);
      const step = asked ?? (order === 'recorded' ? ledger.spare(question) : null);
      if (step !== null) used.mark(step);
    },
    differs({ kind, name, baseKey, compared }) {
      return index.varies(baseKey) || others().some((other) => other.varies(other.baseKeyOf(kind, name, compared.request)));
    },
    rekey(anew) {
      index = anew;
      effects = createEffectSet(index.effectIds);
      for (const key of effectKeys) effects.add(key);
    },
  };
  return ledger;

  /** The step that was found to have this input has its key already. */
  function baseKeyOf(kind: CallKind, name: string, input: Json): string {
    if (likeAsked !== null) {
      const { index: step, call } = likeAsked;
      if (call.input === input && call.name === name && call.kind === kind) return index.baseKeyAt(step);
    }
    return index.baseKeyOf(kind, name, input);
  }
  function addEffect(key: string): void {
    effectKeys.push(key);
    effects.add(key);
  }
  function atCursor(fits: (step: Step) => boolean): Step | null {
    const step = used.atCursor();
    return step !== null && fits(step) ? step : null;
  }
}
