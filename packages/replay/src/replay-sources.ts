import { canonicalJson, type Step, type Trace } from '@stepfork/trace';
import type { PreparedReplay } from './prepare-replay.ts';
import { recordedDraws } from './recorded-draws.ts';
import type { Replay } from './replay-result.ts';

/** A recording, and what it can answer of the run alone. */
export interface Source {
  readonly prepared: PreparedReplay;
  readonly replay: Replay;
}

type Asked = Pick<Step['call'], 'kind' | 'name' | 'input'>;

/** Calls that were answered before the replay was stopped. */
export function answeredIn({ receipt, until }: Replay): number {
  return receipt.entries.filter(({ how, step }) => how !== 'refused' && (until === null || step <= until)).length;
}

/** Answers that were borrowed: nobody gave them to these calls. */
export function lentIn({ receipt }: Replay): number {
  return receipt.entries.filter(({ how }) => how === 'borrowed').length;
}

/**
 * Those of the sources that know what this replay could not learn: the outcome of the very effects that had to borrow one, the answer to the call
 * that was refused. Who knows more of it comes first; where a read came too late, anybody may help.
 */
export function sourcesFor(replay: Replay, sources: readonly Source[]): readonly Source[] {
  const wanted = wantedIn(replay);
  // After another answer of an effect the agent may not ask at all what must not run now.
  const isLate = replay.stop?.reason === 'diverged' && replay.stop.divergence.notRun?.because === 'after-effect';
  return sources
    .map((source) => ({ source, known: knownOf(source.prepared.recording, wanted) }))
    .filter(({ known }) => known > 0 || isLate)
    .sort((a, b) => b.known - a.known)
    .map(({ source }) => source);
}

/** Calls as texts in which all drawn ids are alike: each recording has its own. */
function wantedIn({ receipt, trace, stop }: Replay): readonly string[] {
  const textOf = callTexts(trace);
  const lent = receipt.entries.flatMap(({ how, step }) => (how === 'borrowed' ? (trace.steps[step]?.call ?? []) : []));
  return [...lent, ...(stop?.reason === 'diverged' ? [stop.divergence] : [])].map(textOf);
}

function knownOf(recording: Trace, wanted: readonly string[]): number {
  const textOf = callTexts(recording);
  const known = new Set(recording.steps.filter((step) => !wasLent(step)).map(({ call }) => textOf(call)));
  return wanted.filter((text) => known.has(text)).length;
}

function wasLent({ answered }: Step): boolean {
  return answered !== undefined && !['exact', 'reused', 'declared', 'live'].includes(answered.how);
}

function callTexts(trace: Trace): (call: Asked) => string {
  const drawn = [...recordedDraws(trace).texts];
  return ({ kind, name, input }) => drawn.reduce((text, draw) => text.replaceAll(draw, '#'), `${kind} ${name} ${canonicalJson(input)}`);
}
