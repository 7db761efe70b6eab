import type { Json, Trace } from '@stepfork/trace';
import { mapPayload } from './map-payload.ts';
import type { Place } from './place.ts';

export interface PlacedValue {
  readonly place: Place;
  readonly value: Json;
}

/** All parts of a run's input and answers, with their values, from the outside in. */
export function placesOf(trace: Trace): readonly PlacedValue[] {
  const found: PlacedValue[] = [];
  mapPayload(trace, (value, place) => {
    found.push({ place, value });
    return value;
  });
  return found;
}
