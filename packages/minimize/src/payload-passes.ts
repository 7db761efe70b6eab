import type { Json, Trace } from '@stepfork/trace';
import { cutPass } from './passes/cut.ts';
import type { Pass } from './passes/pass.ts';
import { shortNamesPass } from './passes/short-names.ts';
import { simplerValuesPass, simplifications } from './passes/simpler-values.ts';
import { classOf, nodeOf, type Place } from './payload/place.ts';
import { usedValues } from './payload/used-values.ts';

/** What a result is 1-minimal in: turns; turns and places that all answers of a tool share; turns and each part by itself. */
export type Unit = 'turns' | 'classes' | 'nodes';

export interface PayloadPasses {
  /** In this order. */
  readonly searched: readonly Pass[];
  /** Of these it is proven that nothing more can go. */
  readonly proven: readonly Pass[];
}

export interface WrongValues {
  readonly values: readonly Json[];
  /** They are to stay as they are. */
  readonly pinned: boolean;
}

/** What is done to the input and the answers. */
export function payloadPasses(unit: Unit, { values, pinned }: WrongValues): PayloadPasses {
  if (unit === 'turns') return { searched: [], proven: [] };
  const used = (trace: Trace): readonly Json[] => [...usedValues(trace), ...values];
  const stay = pinned ? { used: () => values } : {};
  const parts = cutPass({ name: 'parts', group: classOf, used });
  const nodes = cutPass({ name: 'nodes', group: nodeOf, used });
  // Calls that a model asks for, hits of a search, jobs in the input.
  const items = cutPass({ name: 'items', group: itemOf, ...stay });
  return {
    searched: [
      parts,
      items,
      ...(unit === 'nodes' ? [nodes] : []),
      shortNamesPass,
      ...simplifications.map((to) => simplerValuesPass(to, stay)),
    ],
    proven: [unit === 'nodes' ? nodes : parts],
  };
}

/** One that is alone in its list is all that the list says. */
function itemOf(place: Place): string | null {
  return place.isItem && !place.isAlone ? nodeOf(place) : null;
}
