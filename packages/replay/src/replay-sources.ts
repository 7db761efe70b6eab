import { canonicalJson, type Step, type Trace } from '@stepfork/trace';
import { recordedDraws } from './ambient/recorded-draws.ts';
import type { PreparedReplay } from './prepare-replay.ts';
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

/**
 * Answers that this replay had from nobody who could know them: they were borrowed, or a read that the recording had answered before was asked of
 * the world once more, and the world had not heard it the first time (a counter, a queue, a job that goes on while it is watched).
 */
export function guessesIn(replay: Replay): number {
  return guessed(replay).length;
}

/**
 * Those of the sources that know what this replay could not learn: the outcome of the very effects that had to borrow one, the answer to the call
 * that was refused, to a read that was asked once more. Who knows more of it comes first; where a read came too late, anybody may help.
 */
export function sourcesFor(replay: Replay, sources: readonly Source[]): readonly Source[] {
  const { stop, trace } = replay;
  const wanted = guessed(replay);
  if (stop?.reason === 'diverged') wanted.push({ text: callTexts(trace)(stop.divergence), nth: 1 });
  // After another answer of an effect the agent may not ask at all what must not run now.
  const isLate = stop?.reason === 'diverged' && stop.divergence.notRun?.because === 'after-effect';
  return sources
    .map((source) => ({ source, known: knownOf(source.prepared.recording, wanted) }))
    .filter(({ known }) => known > 0 || isLate)
    .sort((a, b) => b.known - a.known)
    .map(({ source }) => source);
}

/** The n-th asking of a call, as a text in which all drawn ids are alike: each recording has its own. */
interface Wanted {
  readonly text: string;
  readonly nth: number;
}

function guessed({ receipt, trace }: Replay): Wanted[] {
  const textOf = callTexts(trace);
  const asked = new Map<string, number>();
  const fromRecording = new Set<string>();
  const found: Wanted[] = [];
  for (const { index, call } of trace.steps) {
    const text = textOf(call);
    const nth = (asked.get(text) ?? 0) + 1;
    asked.set(text, nth);
    const how = receipt.entries[index]?.how;
    if (how === 'borrowed' || (how === 'live' && call.kind === 'tool' && fromRecording.has(text))) found.push({ text, nth });
    if (how === 'exact') fromRecording.add(text);
  }
  return found;
}

function knownOf(recording: Trace, wanted: readonly Wanted[]): number {
  const textOf = callTexts(recording);
  const known = new Map<string, number>();
  for (const step of recording.steps) {
    if (wasLent(step)) continue;
    const text = textOf(step.call);
    known.set(text, (known.get(text) ?? 0) + 1);
  }
  return wanted.filter(({ text, nth }) => (known.get(text) ?? 0) >= nth).length;
}

function wasLent({ answered }: Step): boolean {
  return answered !== undefined && !['exact', 'reused', 'declared', 'live'].includes(answered.how);
}

function callTexts(trace: Trace): (call: Asked) => string {
  const drawn = [...recordedDraws(trace).texts];
  return ({ kind, name, input }) => drawn.reduce((text, draw) => text.replaceAll(draw, '#'), `${kind} ${name} ${canonicalJson(input)}`);
}
