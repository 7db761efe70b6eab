import { isRef, type SegmentEvent, type Wire } from '../shapes/wire-event.ts';
import { valueIn } from './map-value.ts';

/** The largest number of a value that an event refers to, or -1. */
export function largestRef(event: SegmentEvent): number {
  const value = valueIn(event);
  return value === undefined ? -1 : largestIn(value);
}

function largestIn(wire: Wire): number {
  if (typeof wire !== 'object' || wire === null) return -1;
  if (isRef(wire)) return Math.max(wire.of, typeof wire.rest === 'object' ? largestIn(wire.rest) : -1);
  let largest = -1;
  for (const part of Object.values(wire)) largest = Math.max(largest, largestIn(part as Wire));
  return largest;
}
