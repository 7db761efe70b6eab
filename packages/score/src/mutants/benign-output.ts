import { isPlainObject } from '@stepfork/replay';
import type { Mutant } from '../mutant.ts';
import type { Reference } from '../reference.ts';

/** A field more in the output, and its keys in another order: no claim that is a subset notices. */
export function* benignOutputs({ trace: { outcome } }: Reference): Generator<Mutant> {
  if (outcome.kind !== 'returned' || !isPlainObject(outcome.value)) return;
  const { value } = outcome;
  const shared = { family: 'claim-drawn', set: 'benign', place: { kind: 'output', pointer: '' } } as const;
  yield {
    ...shared,
    id: 'output-field-added',
    mutator: 'output-field-added',
    says: 'the output has one more field',
    pin: 'the whole output',
    change: { kind: 'conduct', edit: { kind: 'output', value: { ...value, stepfork_added: true } } },
  };
  yield {
    ...shared,
    id: 'output-keys-reordered',
    mutator: 'output-keys-reordered',
    says: 'the keys of the output come in another order',
    pin: 'the order of keys in the output',
    change: { kind: 'conduct', edit: { kind: 'output', value: Object.fromEntries(Object.entries(value).reverse()) } },
  };
}
