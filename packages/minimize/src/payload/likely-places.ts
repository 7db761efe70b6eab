import type { Json } from '@stepfork/trace';
import { leavesOf } from '../value-forms.ts';
import { jsonIn } from './json-text.ts';
import type { PlacedValue } from './places-of.ts';

/** By index. */
export interface LikelyPlaces {
  readonly likely: readonly number[];
  /** They stand beside one that is likely: what a value means, such as its currency. */
  readonly doubtful: readonly number[];
}

/** Shorter texts stand everywhere. */
const shortest = 3;
/** Money is scaled by these; what comes of it is more often met by chance. */
const factors = [100, 0.01, 1000, 0.001];
const shortestScaled = 4;

/** Of the places of a run those that seem to be needed: one with a value that stands in `used`, as it is, scaled, or rounded. */
export function likelyPlaces(places: readonly PlacedValue[], used: readonly Json[]): LikelyPlaces {
  const signs = new Set(used.flatMap(leavesOf).flatMap(signsOf));
  const holders = new Set<string>();
  const likely = places.flatMap(({ place, value }, index) => {
    if (isHolder(value) || !marksOf(value).some((sign) => signs.has(sign))) return [];
    if (!place.isItem) holders.add(holderOf(place));
    return [index];
  });
  const isLikely = new Set(likely);
  const isBeside = ({ place, value }: PlacedValue): boolean => !isHolder(value) && !place.isItem && holders.has(holderOf(place));
  return { likely, doubtful: places.flatMap((one, index) => (!isLikely.has(index) && isBeside(one) ? [index] : [])) };
}

/** By these a value is known again: a text also by the ids in it. */
function signsOf(value: Json): readonly string[] {
  const words = typeof value === 'string' ? value.split(/[^\w-]+/).filter((word) => /\d/.test(word)) : [];
  return typeof value === 'number' || typeof value === 'string' ? longer([value, ...words], shortest) : [];
}

/** What an agent may have made of it: a number also scaled and rounded. */
function marksOf(value: Json): readonly string[] {
  const numbers = typeof value === 'number' ? factors.flatMap((factor) => scaled(value * factor)) : [];
  return [...signsOf(value), ...longer(numbers, shortestScaled)];
}

function scaled(value: number): readonly number[] {
  return [value, Math.floor(value), Math.ceil(value)];
}

function longer(values: readonly (string | number)[], least: number): readonly string[] {
  return values.map(String).filter((text) => text.length >= least);
}

function isHolder(value: Json): boolean {
  return typeof value === 'string' ? jsonIn(value) !== null : typeof value === 'object' && value !== null;
}

function holderOf({ step, path }: PlacedValue['place']): string {
  return `${step} ${path.slice(0, -1).join('\n')}`;
}
