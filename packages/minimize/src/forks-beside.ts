import { type Call, canonicalJson, type Outcome, type Step, type Trace } from '@stepfork/trace';
import { keepSteps } from './keep-steps.ts';
import { turnsOf } from './turns-of.ts';

/** The fork that the corrected code needs beside a run; none: the run itself answers it. */
export type ForksBeside = WeakMap<Trace, Trace>;

export interface Edit {
  readonly from: Trace;
  /** Made of it by taking steps out, or changing what they were told. */
  readonly to: Trace;
}

/**
 * A fork without what an edit has taken out of its trunk: the same turns go, and what both were told changes in both. A turn that only the fork
 * has goes with the one before it, after which its question came.
 *
 * Which turns are the same is a guess, told by what was asked and, of models, by what they answered: the corrected code is run on what comes of it.
 */
export function alikeFork(fork: Trace, { from, to }: Edit): Trace {
  const partners = partnersIn(fork, from);
  const left = leftOf(from.steps, to.steps);
  const gone = new Set<number>();
  let isGone = false;
  for (const { steps } of turnsOf(fork)) {
    const met = steps.flatMap((index) => partners.get(index) ?? []);
    if (met.length > 0) isGone = met.every((step) => !left.has(step));
    if (isGone) for (const index of steps) gone.add(index);
  }
  const steps = fork.steps.map((step) => {
    const partner = partners.get(step.index);
    const after = partner === undefined ? undefined : left.get(partner);
    return partner === undefined || after === undefined ? step : changedLike(step, partner, after);
  });
  return keepSteps({ ...fork, run: { ...fork.run, input: to.run.input }, steps }, ({ index }) => !gone.has(index));
}

/** By trunk, of the fork that was last asked for. */
const known = new WeakMap<Trace, { readonly fork: Trace; readonly partners: ReadonlyMap<number, Step> }>();

/** By step of the fork, the step of its trunk that is the same one. Many edits are made of one trunk, and its fork stays the same. */
function partnersIn(fork: Trace, trunk: Trace): ReadonlyMap<number, Step> {
  const last = known.get(trunk);
  if (last?.fork === fork) return last.partners;
  const partners = partnersOf(fork.steps, trunk.steps);
  known.set(trunk, { fork, partners });
  return partners;
}

function partnersOf(steps: readonly Step[], trunk: readonly Step[]): ReadonlyMap<number, Step> {
  const partners = new Map<number, Step>();
  for (const textOf of [askedText, toldText]) {
    const taken = new Set(partners.values());
    const open = new Map<string, Step[]>();
    for (const step of trunk) {
      const text = taken.has(step) ? null : textOf(step);
      if (text !== null) open.set(text, [...(open.get(text) ?? []), step]);
    }
    for (const step of steps) {
      const text = partners.has(step.index) ? null : textOf(step);
      const partner = text === null ? undefined : open.get(text)?.shift();
      if (partner !== undefined) partners.set(step.index, partner);
    }
  }
  return partners;
}

/** By step of a run, what an edit has left of it. */
export function leftOf(before: readonly Step[], after: readonly Step[]): ReadonlyMap<Step, Step> {
  const byCall = new Map<Call, Step>(after.map((step) => [step.call, step]));
  const isWhole = before.length === after.length;
  return new Map(
    before.flatMap((step, at) => {
      const left = isWhole ? after[at] : byCall.get(step.call);
      return left === undefined ? [] : [[step, left] as const];
    }),
  );
}

function changedLike(step: Step, before: Step, after: Step): Step {
  return {
    ...step,
    call: after.call !== before.call && askedText(step) === askedText(before) ? after.call : step.call,
    outcome: after.outcome !== before.outcome && saidIn(step.outcome) === saidIn(before.outcome) ? after.outcome : step.outcome,
  };
}

function askedText({ call: { kind, name, input } }: Step): string {
  return `${kind} ${name} ${canonicalJson(input)}`;
}

/** A model of which something else is asked after a fix may say the same. */
function toldText({ call: { kind, name }, outcome }: Step): string | null {
  return kind === 'model' ? `${name} ${saidIn(outcome)}` : null;
}

function saidIn(outcome: Outcome): string {
  if (outcome.kind !== 'streamed') return canonicalJson(outcome as never);
  return canonicalJson(outcome.chunks.map(({ value }) => value));
}
