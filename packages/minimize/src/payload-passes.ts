import { cutPass } from './passes/cut.ts';
import type { Pass } from './passes/pass.ts';
import { shortNamesPass } from './passes/short-names.ts';
import { simplerValuesPass, simplifications } from './passes/simpler-values.ts';
import { classOf, nodeOf } from './payload/place.ts';

/** What a result is 1-minimal in: turns; turns and places that all answers of a tool share; turns and each part by itself. */
export type Unit = 'turns' | 'classes' | 'nodes';

/** What is done to the input and the answers, in this order. */
export function payloadPasses(unit: Unit): readonly Pass[] {
  if (unit === 'turns') return [];
  return [
    cutPass({ name: 'parts', group: classOf }),
    // Calls that a model asks for, hits of a search, jobs in the input.
    unit === 'nodes'
      ? cutPass({ name: 'nodes', group: nodeOf })
      : cutPass({ name: 'items', group: (place) => (place.isItem ? nodeOf(place) : null) }),
    shortNamesPass,
    ...simplifications.map(simplerValuesPass),
  ];
}
