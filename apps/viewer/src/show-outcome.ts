import { type Json, joinedStreamTexts, type Outcome, type StreamEnd } from '@stepfork/trace';
import { element } from './element.ts';
import { folded } from './folded.ts';
import { showValue } from './show-value.ts';

/** What a call or a run ended with. */
export function showOutcome(outcome: Outcome): readonly HTMLElement[] {
  switch (outcome.kind) {
    case 'returned':
      return [showValue(outcome.value)];
    case 'threw':
      return [showValue(outcome.error)];
    case 'interrupted':
      return [element('p.interrupted', 'It did not end.')];
    case 'streamed': {
      const values = outcome.chunks.map(({ value }) => value);
      const texts = joinedStreamTexts(values);
      const chunks = folded([`${values.length} chunks`], () =>
        outcome.chunks.map(({ value, atMs }) => element('div', at(atMs), showValue(value))),
      );
      return [...texts.map(showValue), chunks, ...showEnd(outcome.end)];
    }
  }
}

/** A moment of the run. */
export function at(ms: number): HTMLElement {
  return element('span.weak', ` at ${Math.round(ms * 1000) / 1000} ms`);
}

function showEnd(end: StreamEnd): readonly HTMLElement[] {
  const word = element(`p.${end.kind === 'done' ? 'returned' : end.kind}`, `The stream: ${end.kind}.`);
  const value: Json | undefined = end.kind === 'done' ? end.value : end.kind === 'threw' ? end.error : undefined;
  return value === undefined ? [word] : [word, showValue(value)];
}
