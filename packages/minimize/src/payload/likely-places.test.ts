import { step, trace } from '@stepfork/testkit';
import type { Json } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { likelyPlaces } from './likely-places.ts';
import { nodeOf } from './place.ts';
import { placesOf } from './places-of.ts';

const told: Json = {
  id: 'order-4711',
  price: { value: 499950, currency: 'JPY', history: [499950.5] },
  note: 'as order-4711 was',
  code: 7,
  hits: [{ ref: 'x-99' }, { ref: 'y-98' }],
  page: '{"next":"x-99"}',
};
const places = placesOf(trace(step('look_up', { id: 1 }, told)));
const named = (indices: readonly number[]): readonly string[] =>
  indices.map((index) => nodeOf((places[index] as (typeof places)[number]).place).replace(/^.* \//, ''));

it('a value that was used is known as it is, in a text, inside of JSON, scaled and rounded', () => {
  const { likely } = likelyPlaces(places, [{ passed: ['order-4711', 'x-99'], cents: 4999 }]);
  expect(named(likely)).toEqual(['id', 'price/value', 'price/history/0', 'note', 'hits/0/ref', 'page/{}/next']);
});

it('what stands beside it in the same object may say what it means', () => {
  const { doubtful } = likelyPlaces(places, [499950]);
  expect(named(doubtful)).toEqual(['price/currency']);
});

it('what is short is no sign of anything', () => {
  expect(likelyPlaces(places, [7, 'x', true, null])).toEqual({ likely: [], doubtful: [] });
});
