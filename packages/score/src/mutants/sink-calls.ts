import type { Mutant } from '../mutant.ts';
import { type Reference, sinkCalls } from '../reference.ts';

/** Each sink call dropped, and made twice. */
export function* droppedAndDoubledSinks(reference: Reference): Generator<Mutant> {
  for (const { index, call } of sinkCalls(reference)) {
    const place = { kind: 'call', tool: call.name, step: index } as const;
    yield {
      id: `sink-dropped ${index}`,
      family: 'trajectory',
      mutator: 'sink-dropped',
      set: 'breaking',
      place,
      says: `${call.name} is not called`,
      change: { kind: 'conduct', edit: { kind: 'drop', step: index } },
    };
    yield {
      id: `sink-doubled ${index}`,
      family: 'trajectory',
      mutator: 'sink-doubled',
      set: 'breaking',
      place,
      says: `${call.name} is called twice`,
      change: { kind: 'conduct', edit: { kind: 'repeat', step: index } },
    };
  }
}
