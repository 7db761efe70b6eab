import type { Mutant } from '../mutant.ts';
import { type Reference, sinkCalls } from '../reference.ts';

/** Each sink call dropped, and made twice. */
export function* droppedAndDoubledSinks(reference: Reference): Generator<Mutant> {
  for (const { index, call } of sinkCalls(reference)) {
    const place = { kind: 'call', tool: call.name, step: index } as const;
    const shared = { family: 'trajectory', set: 'breaking', place } as const;
    yield {
      ...shared,
      id: `sink-dropped ${index}`,
      mutator: 'sink-dropped',
      says: `${call.name} is not called`,
      change: { kind: 'conduct', edit: { kind: 'drop', step: index } },
    };
    yield {
      ...shared,
      id: `sink-doubled ${index}`,
      mutator: 'sink-doubled',
      says: `${call.name} is called twice`,
      change: { kind: 'conduct', edit: { kind: 'repeat', step: index } },
    };
  }
}
