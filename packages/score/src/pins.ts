import type { MutantResult } from './mutant.ts';
import { type Place, placeText } from './place.ts';

/** Whether a test notices when something else happens at a place. */
export interface Pin {
  readonly place: Place;
  readonly text: string;
  /** `ignored`: nobody should notice. */
  readonly state: 'noticed' | 'missed' | 'ignored';
  /** The changes that it misses; for what is ignored, why. */
  readonly says: readonly string[];
}

/** What the test is pinned to: each value of the output, each argument, each call, in the order of the mutants. */
export function pinsOf(mutants: readonly MutantResult[]): readonly Pin[] {
  const places = new Map<string, MutantResult[]>();
  for (const mutant of mutants) {
    const { place, set } = mutant;
    if (set === 'benign' || place.kind === 'answer' || place.kind === 'run' || place.kind === 'claim' || place.kind === 'source') continue;
    const text = placeText(place);
    const group = places.get(text);
    if (group === undefined) places.set(text, [mutant]);
    else group.push(mutant);
  }
  return [...places].map(([text, group]) => pinOf(text, group));
}

function pinOf(text: string, group: readonly MutantResult[]): Pin {
  const place = (group[0] as MutantResult).place;
  const missed = group.filter(({ outcome }) => outcome.kind === 'survived');
  if (missed.length > 0) return { place, text, state: 'missed', says: missed.map(({ says }) => says) };
  const isNoticed = group.some(({ outcome }) => outcome.kind === 'killed');
  if (isNoticed) return { place, text, state: 'noticed', says: [] };
  return {
    place,
    text,
    state: 'ignored',
    says: [...new Set(group.map(({ outcome }) => ('reason' in outcome ? outcome.reason : outcome.kind)))],
  };
}
